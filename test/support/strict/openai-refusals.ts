import { refuse, type Violation } from "./violation.ts";

/** OpenAI's wording for single fields, which names the field and what it expected there. */

export const missing = (param: string): Violation =>
  refuse(`Missing required parameter: '${param}'.`, { param, code: "missing_required_parameter" });

export const wrongType = (param: string, expected: string): Violation =>
  refuse(`Invalid type for '${param}': expected ${expected}.`, { param, code: "invalid_type" });

export const unsupported = (param: string, value: unknown, supported: readonly string[]): Violation =>
  refuse(`Invalid value: '${String(value)}'. Supported values are: '${supported.join("', '")}'.`, {
    param,
    code: "invalid_value",
  });

export const emptyArray = (param: string): Violation =>
  refuse(
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    { param, code: "empty_array" },
  );

export const emptyString = (param: string): Violation =>
  refuse(
    `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
    { param, code: "empty_string" },
  );

export const tooLong = (param: string, value: string, maximum: number): Violation =>
  refuse(
    `Invalid '${param}': string too long. Expected a string with maximum length ${maximum}, but got a string with length ${value.length} instead.`,
    { param, code: "string_above_max_length" },
  );

export const wrongPattern = (param: string, pattern: RegExp): Violation =>
  refuse(
    `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${pattern.source}'.`,
    { param, code: "invalid_value" },
  );

export const tooSmall = (param: string, value: unknown, minimum: number): Violation =>
  refuse(
    `Invalid '${param}': integer below minimum value. Expected a value >= ${minimum}, but got ${String(value)} instead.`,
    { param, code: "integer_below_min_value" },
  );
