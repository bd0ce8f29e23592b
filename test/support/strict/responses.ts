import { missing, tooSmall, wrongPattern } from "./openai-refusals.ts";
import { itemViolations } from "./responses-items.ts";
import { pairingViolations } from "./responses-pairing.ts";
import { type MadeWith, reasoningViolations } from "./responses-reasoning.ts";
import {
  firstDuplicate,
  hasLoneSurrogate,
  isRecord,
  type Json,
  refuse,
  type Violation,
} from "./violation.ts";

const MINIMUM_OUTPUT_TOKENS = 16;
const NAME = /^[a-zA-Z0-9_-]+$/;

/**
 * Judges the body of a request to OpenAI's Responses API as the strictest real endpoint does. `made` is what the
 * provider remembers of its own items: the reasoning that each of them was made with.
 */
export function checkResponsesRequest(body: unknown, made: MadeWith = new Map()): Violation | undefined {
  for (const violation of responsesViolations(body, made)) return violation;
  return undefined;
}

/** Everything in the body that is refused, though the provider itself stops at the first. */
export function* responsesViolations(body: unknown, made: MadeWith): Generator<Violation> {
  if (!isRecord(body)) return yield refuse("We could not parse the JSON body of your request.");
  if (hasLoneSurrogate(body))
    yield refuse(
      "We could not parse the JSON body of your request. The body holds an invalid unicode escape.",
    );
  if (typeof body.model !== "string" || body.model === "") yield missing("model");
  const room = body.max_output_tokens ?? MINIMUM_OUTPUT_TOKENS;
  if (!Number.isInteger(room) || Number(room) < MINIMUM_OUTPUT_TOKENS)
    yield tooSmall("max_output_tokens", room, MINIMUM_OUTPUT_TOKENS);
  yield* toolViolations(body.tools);
  yield* inputViolations(body, made);
}

function* toolViolations(tools: unknown = []): Generator<Violation> {
  if (!Array.isArray(tools)) return yield missing("tools");
  for (const [index, tool] of tools.entries()) {
    const param = `tools[${index}].name`;
    if (!isRecord(tool) || typeof tool.name !== "string") yield missing(param);
    else if (!NAME.test(tool.name)) yield wrongPattern(param, NAME);
  }
  const twice = firstDuplicate(tools.map((tool: unknown) => (isRecord(tool) ? String(tool.name) : "")));
  if (twice !== undefined)
    yield refuse(`Invalid 'tools': function names must be unique, but '${twice}' is defined twice.`, {
      param: "tools",
    });
}

function* inputViolations({ input, store }: Json, made: MadeWith): Generator<Violation> {
  if (typeof input === "string" && input !== "") return;
  if (!Array.isArray(input) || input.length === 0)
    return yield refuse(
      "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided.",
      { param: "input", code: "missing_required_parameter" },
    );
  const items: readonly Json[] = input.map((item: unknown) => (isRecord(item) ? item : {}));
  for (const [index, item] of items.entries())
    yield* itemViolations(item, { at: `input[${index}]`, isStored: store !== false });
  yield* pairingViolations(items);
  yield* reasoningViolations(items, made);
}
