import { checkOpenAiContent } from "./openai-content.ts";
import { checkToolAnswers, checkToolCalls } from "./openai-pairing.ts";
import {
  firstDuplicate,
  firstViolation,
  hasLoneSurrogate,
  isRecord,
  type Json,
  refuse,
  type Violation,
} from "./violation.ts";

const roles: readonly unknown[] = ["system", "assistant", "user", "function", "tool", "developer"];

/** Judges the body of a chat completions request as the strictest real endpoint does. */
export function checkOpenAiRequest(body: unknown): Violation | undefined {
  if (!isRecord(body)) return refuse("We could not parse the JSON body of your request.");
  if (hasLoneSurrogate(body)) {
    return refuse(
      "We could not parse the JSON body of your request. The body holds an invalid unicode escape.",
    );
  }
  if (typeof body.model !== "string" || body.model === "")
    return refuse("you must provide a model parameter");
  return checkLimits(body) ?? checkTools(body.tools) ?? checkMessages(body.messages);
}

function checkLimits(body: Json): Violation | undefined {
  return firstViolation(["max_tokens", "max_completion_tokens"], (param) => {
    const value = body[param];
    if (value === undefined || value === null || (Number.isInteger(value) && Number(value) >= 1))
      return undefined;
    return refuse(
      `Invalid '${param}': integer below minimum value. Expected a value >= 1, but got ${String(value)} instead.`,
      {
        param,
        code: "integer_below_min_value",
      },
    );
  });
}

// Hosts send an empty list when the history used tools and none is active; gateways ask for it.
function checkTools(tools: unknown): Violation | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools))
    return refuse("Invalid type for 'tools': expected an array.", { param: "tools" });
  const violation = firstViolation(tools, checkTool);
  if (violation) return violation;
  const twice = firstDuplicate(tools.map(toolName));
  return twice === undefined
    ? undefined
    : refuse(`Invalid 'tools': function names must be unique, but '${twice}' is defined twice.`, {
        param: "tools",
      });
}

// Checked by `checkTool`: a definition holds its name under its type.
const toolName = (tool: Record<string, { name: string }>): string =>
  (tool.function ?? tool.custom)?.name ?? "";

function checkTool(tool: unknown, index: number): Violation | undefined {
  const definition = isRecord(tool) ? (tool.function ?? tool.custom) : undefined;
  const param = `tools[${index}].function.name`;
  if (!isRecord(definition))
    return refuse(`Missing required parameter: 'tools[${index}].function'.`, { param });
  if (typeof definition.name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(definition.name)) return undefined;
  return refuse(
    `Invalid '${param}': string does not match pattern. Expected a string that matches '^[a-zA-Z0-9_-]+$'.`,
    {
      param,
      code: "invalid_value",
    },
  );
}

function checkMessages(messages: unknown): Violation | undefined {
  if (!Array.isArray(messages))
    return refuse("Missing required parameter: 'messages'.", { param: "messages" });
  if (messages.length === 0) {
    return refuse(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      { param: "messages", code: "empty_array" },
    );
  }
  return firstViolation(messages, checkMessage) ?? checkToolAnswers(messages);
}

function checkMessage(message: unknown, index: number): Violation | undefined {
  const at = `messages[${index}]`;
  if (!isRecord(message)) return refuse(`Invalid type for '${at}': expected an object.`, { param: at });
  if (!roles.includes(message.role)) {
    return refuse(
      `Invalid value: '${String(message.role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
      { param: `${at}.role`, code: "invalid_value" },
    );
  }
  return checkToolCalls(message, at) ?? checkOpenAiContent(message, at);
}
