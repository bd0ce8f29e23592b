import { type Json, refuse, type Violation } from "./violation.ts";

const names: Readonly<Record<string, string>> = {
  function_call: "function call",
  custom_tool_call: "custom tool call",
};

/**
 * Every call has one output of its kind behind it, every output has its call in front of it (continuedev/continue 10092,
 * bytedance/trae-agent 245, for custom tools diegosouzapw/OmniRoute 8946), and neither stands there twice
 * (NousResearch/hermes-agent 102629, earendil-works/pi 9057). No id of an item does (openai/openai-agents-python 1789).
 */
export function* pairingViolations(items: readonly Json[]): Generator<Violation> {
  for (const [type, name] of Object.entries(names)) yield* callViolations(items, type, name);
  for (const id of repeated(items.flatMap(({ id }) => (id === undefined ? [] : [String(id)]))))
    yield inInput(
      `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
    );
}

function* callViolations(items: readonly Json[], call: string, name: string): Generator<Violation> {
  const output = `${call}_output`;
  const [calls, outputs] = [callIds(items, call), callIds(items, output)];
  yield* repeated(calls).map((id) => inInput(`Duplicate 'call_id': ${id}`));
  yield* unasked(items, call).map((id) =>
    inInput(`No tool call found for ${name} output with call_id ${id}.`),
  );
  yield* repeated(outputs).map((id) =>
    inInput(`Duplicate ${output} for call_id '${id}'. Each ${call} must have exactly one matching ${output}`),
  );
  const answered = new Set(outputs);
  for (const id of new Set(calls))
    if (!answered.has(id)) yield inInput(`No tool output found for ${name} ${id}.`);
}

/** The call ids of outputs that no call stands in front of. */
function unasked(items: readonly Json[], call: string): readonly string[] {
  const asked = new Set<string>();
  return items.flatMap(({ type, call_id }) => {
    const id = String(call_id);
    if (type === call) asked.add(id);
    return type === `${call}_output` && !asked.has(id) ? [id] : [];
  });
}

const callIds = (items: readonly Json[], type: string): readonly string[] =>
  items.flatMap((item) => (item.type === type ? [String(item.call_id)] : []));

function repeated(ids: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.has(id) || !seen.add(id));
}

const inInput = (message: string): Violation => refuse(message, { param: "input" });
