import { firstDuplicate, firstViolation, isRecord, type Json, refuse, type Violation } from "./violation.ts";

const MAX_ID_LENGTH = 40;

/** The calls of one message: ids, names, and arguments that are the JSON text of an object. */
export function checkToolCalls(message: Json, at: string): Violation | undefined {
  if (message.role === "tool") return checkId(message.tool_call_id, `${at}.tool_call_id`);
  const calls = message.tool_calls;
  if (calls === undefined) return undefined;
  const param = `${at}.tool_calls`;
  if (message.role !== "assistant")
    return refuse(`Unknown parameter: '${param}'.`, { param, code: "unknown_parameter" });
  if (!Array.isArray(calls)) return refuse(`Invalid type for '${param}': expected an array.`, { param });
  if (calls.length === 0) {
    return refuse(
      `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      {
        param,
        code: "empty_array",
      },
    );
  }
  const violation = firstViolation(calls, (call, index) => checkCall(call, `${param}[${index}]`));
  if (violation) return violation;
  const twice = firstDuplicate(callIds(message));
  return twice === undefined
    ? undefined
    : refuse(`Duplicate value for 'tool_call_id' of '${twice}' in ${at}.`, { param });
}

/** Every call is answered once by a `tool` message directly behind its own, and no `tool` message answers anything else. */
export function checkToolAnswers(messages: readonly Json[]): Violation | undefined {
  let open: readonly string[] = [];
  return (
    firstViolation(messages, (message, index) => {
      if (message.role !== "tool") {
        const violation = checkAllAnswered(open, index);
        open = callIds(message);
        return violation;
      }
      const id = String(message.tool_call_id);
      if (!open.includes(id)) return strayAnswer(index);
      open = open.filter((other) => other !== id);
      return undefined;
    }) ?? checkAllAnswered(open, messages.length)
  );
}

const callIds = (message: Json): readonly string[] =>
  Array.isArray(message.tool_calls) ? message.tool_calls.map((call: Json) => String(call.id)) : [];

function checkAllAnswered(open: readonly string[], index: number): Violation | undefined {
  if (open.length === 0) return undefined;
  return refuse(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${open.join(", ")}`,
    { param: `messages.[${index}].role` },
  );
}

const strayAnswer = (index: number): Violation =>
  refuse(
    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    {
      param: `messages.[${index}].role`,
    },
  );

function checkCall(call: unknown, at: string): Violation | undefined {
  if (!isRecord(call)) return refuse(`Invalid type for '${at}': expected an object.`, { param: at });
  const id = checkId(call.id, `${at}.id`);
  if (id) return id;
  if (call.type === "function") return checkFunction(call.function, `${at}.function`);
  const isCustom = call.type === "custom" && isRecord(call.custom) && typeof call.custom.input === "string";
  return isCustom
    ? undefined
    : refuse(`Invalid value for '${at}.type': expected 'function'.`, { param: `${at}.type` });
}

function checkFunction(value: unknown, at: string): Violation | undefined {
  if (!isRecord(value)) return refuse(`Missing required parameter: '${at}'.`, { param: at });
  if (typeof value.name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(value.name)) {
    return refuse(`Invalid '${at}.name': string does not match pattern.`, {
      param: `${at}.name`,
      code: "invalid_value",
    });
  }
  return isJsonObject(value.arguments)
    ? undefined
    : refuse(`Invalid '${at}.arguments': expected the JSON text of an object.`, { param: `${at}.arguments` });
}

function isJsonObject(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function checkId(id: unknown, param: string): Violation | undefined {
  if (typeof id !== "string" || id === "")
    return refuse(`Missing required parameter: '${param}'.`, { param });
  if (id.length <= MAX_ID_LENGTH) return undefined;
  return refuse(
    `Invalid '${param}': string too long. Expected a string with maximum length ${MAX_ID_LENGTH}, but got a string with length ${id.length} instead.`,
    { param, code: "string_above_max_length" },
  );
}
