import { emptyString, missing, tooLong, unsupported, wrongPattern, wrongType } from "./openai-refusals.ts";
import { contentViolations, outputViolations } from "./responses-content.ts";
import { isRecord, type Json, refuse, type Violation } from "./violation.ts";

interface Place {
  readonly at: string;
  /** Whether the provider keeps its items, so that an id alone is enough to send one back. */
  readonly isStored: boolean;
}

const MAX_ID_LENGTH = 64;
const MAX_NAME_LENGTH = 128;
const NAME = /^[a-zA-Z0-9_-]+$/;

const kinds: Readonly<Record<string, (item: Json, place: Place) => Generator<Violation>>> = {
  *message(item, { at }) {
    yield* idViolations(item, at, "msg");
    yield* contentViolations(item, at);
  },
  *reasoning(item, { at, isStored }) {
    if (item.id === undefined) yield missing(`${at}.id`);
    yield* idViolations(item, at, "rs");
    // Providers of the same shape insist on it, empty or not.
    if (!Array.isArray(item.summary)) yield missing(`${at}.summary`);
    if (!isStored && !item.encrypted_content) yield notKept(item.id);
  },
  *function_call(item, { at }) {
    yield* callViolations(item, at, "fc");
    yield* argumentViolations(item.arguments, `${at}.arguments`);
  },
  *custom_tool_call(item, { at }) {
    yield* callViolations(item, at, "ctc");
    if (typeof item.input !== "string") yield wrongType(`${at}.input`, "a string");
  },
  *function_call_output(item, { at }) {
    yield* callIdViolations(item.call_id, `${at}.call_id`);
    yield* outputViolations(item.output, `${at}.output`);
  },
  *custom_tool_call_output(item, { at }) {
    yield* callIdViolations(item.call_id, `${at}.call_id`);
    yield* outputViolations(item.output, `${at}.output`);
  },
  // What host B says about tools between the others is its own affair.
  *additional_tools() {},
  *configuration_update() {},
  *tool_search_call() {},
  *tool_search_output() {},
};

/** What is refused in one item by itself; one that only has a role is a message. */
export function itemViolations(item: Json, place: Place): Generator<Violation> {
  const type = String(item.type ?? "message");
  return Object.hasOwn(kinds, type)
    ? (kinds[type] as (typeof kinds)[string])(item, place)
    : (function* () {
        yield unsupported(`${place.at}.type`, type, Object.keys(kinds));
      })();
}

/**
 * Ids name their kind (openai/codex 33176, nodetool-ai/nodetool 4252) and hold at most 64 characters (github/app 499)
 * of a few kinds (langchain-ai/langchainjs 11044).
 */
function* idViolations({ id }: Json, at: string, prefix: string): Generator<Violation> {
  const param = `${at}.id`;
  if (id === undefined) return;
  if (typeof id !== "string") return yield wrongType(param, "a string");
  if (!NAME.test(id))
    return yield refuse(
      `Invalid '${param}': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`,
      { param, code: "invalid_value" },
    );
  if (!id.startsWith(`${prefix}_`))
    yield refuse(`Invalid '${param}': '${id}'. Expected an ID that begins with '${prefix}'.`, {
      param,
      code: "invalid_id_prefix",
    });
  if (id.length > MAX_ID_LENGTH) yield tooLong(param, id, MAX_ID_LENGTH);
}

function* callViolations(item: Json, at: string, prefix: string): Generator<Violation> {
  const { name } = item;
  yield* idViolations(item, at, prefix);
  yield* callIdViolations(item.call_id, `${at}.call_id`);
  const param = `${at}.name`;
  if (typeof name !== "string") yield missing(param);
  else if (name === "") yield emptyString(param);
  else if (!NAME.test(name)) yield wrongPattern(param, NAME);
  else if (name.length > MAX_NAME_LENGTH) yield tooLong(param, name, MAX_NAME_LENGTH);
}

/** Neither empty (earendil-works/pi 2917) nor over 64 characters (decolua/9router 393). */
function* callIdViolations(id: unknown, param: string): Generator<Violation> {
  if (typeof id !== "string") yield missing(param);
  else if (id === "") yield emptyString(param);
  else if (id.length > MAX_ID_LENGTH) yield tooLong(param, id, MAX_ID_LENGTH);
}

/** Providers of the same shape read them as JSON (Alishahryar1/free-claude-code 911); OpenAI wants a string. */
function* argumentViolations(value: unknown, param: string): Generator<Violation> {
  if (typeof value !== "string") yield wrongType(param, "a string");
  else if (!isJsonObject(value))
    yield refuse(`Invalid '${param}': expected the JSON text of an object.`, { param });
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

/** anomalyco/opencode 7724. */
const notKept = (id: unknown): Violation =>
  refuse(
    `Item with id '${String(id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    { param: "input" },
  );
