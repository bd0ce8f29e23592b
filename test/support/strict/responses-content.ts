import { emptyArray, emptyString, missing, unsupported, wrongType } from "./openai-refusals.ts";
import { isImageDataUrl, isRecord, type Json, refuse, type Violation } from "./violation.ts";

const given = ["input_text", "input_image"];
const partTypes: Readonly<Record<string, readonly string[]>> = {
  assistant: ["output_text", "refusal"],
  system: given,
  developer: given,
  user: given,
};

/**
 * The content of a message: a text, or parts of the kinds that its role may hold. Empty text passes at OpenAI but not at
 * every provider of the same shape.
 */
export function* contentViolations({ role, content }: Json, at: string): Generator<Violation> {
  const allowed = Object.hasOwn(partTypes, String(role)) ? partTypes[String(role)] : undefined;
  if (!allowed) return yield unsupported(`${at}.role`, role, Object.keys(partTypes));
  const param = `${at}.content`;
  if (content === undefined || content === null) return yield missing(param);
  if (typeof content !== "string") return yield* partViolations(content, allowed, param);
  if (content.trim() === "") yield emptyString(param);
}

/** What a tool returned: a text, or parts of the kinds that a user may send. */
export function* outputViolations(output: unknown, param: string): Generator<Violation> {
  if (output === undefined || output === null) return yield missing(param);
  if (typeof output !== "string") return yield* partViolations(output, given, param);
  if (output === "") yield emptyString(param);
}

function* partViolations(parts: unknown, allowed: readonly string[], param: string): Generator<Violation> {
  if (!Array.isArray(parts)) return yield wrongType(param, "a string or an array");
  if (parts.length === 0) yield emptyArray(param);
  for (const [index, part] of parts.entries()) yield* partViolation(part, allowed, `${param}[${index}]`);
}

function* partViolation(part: unknown, allowed: readonly string[], at: string): Generator<Violation> {
  const type = isRecord(part) ? String(part.type) : typeof part;
  if (!isRecord(part) || !allowed.includes(type)) return yield unsupported(`${at}.type`, type, allowed);
  if (type === "input_image") return yield* imageViolations(part.image_url, `${at}.image_url`);
  const field = type === "refusal" ? "refusal" : "text";
  const text = part[field];
  if (typeof text !== "string") yield missing(`${at}.${field}`);
  else if (text.trim() === "") yield emptyString(`${at}.${field}`);
}

function* imageViolations(url: unknown, param: string): Generator<Violation> {
  if (isImageDataUrl(url)) return;
  yield refuse(`Invalid '${param}': expected a base64-encoded data URL of a supported image type.`, {
    param,
    code: "invalid_value",
  });
}
