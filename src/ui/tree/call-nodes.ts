import type { ToolCallRecord } from "../../model/entries.ts";
import { type OccurrenceKey, parseOccurrenceKey } from "../../model/occurrence.ts";
import { refOf } from "../../state/queries.ts";
import type { PruneState } from "../../state/state.ts";
import type { TreeNode } from "./nodes.ts";

/** Every call the session archived, as a node of its own: those with a record, then repeats that have none. */
export function callNodes(state: Readonly<PruneState>): ReadonlyMap<OccurrenceKey, TreeNode> {
  const nodes = new Map<OccurrenceKey, TreeNode>();
  for (const [key, record] of state.records) nodes.set(key, recordNode(state, key, record));
  for (const [key, original] of state.aliases) {
    const record = state.records.get(original);
    if (!nodes.has(key) && record) nodes.set(key, repeatNode(state, key, record));
  }
  return nodes;
}

function recordNode(state: Readonly<PruneState>, key: OccurrenceKey, record: ToolCallRecord): TreeNode {
  const { arguments: effects = [], stub } = record;
  const verbatim = state.verbatim.get(key);
  const result = record.chars ?? record.spillBytes ?? record.resultText?.length ?? 0;
  const raw = result + effects.reduce((sum, { chars = 0 }) => sum + chars, 0);
  const short = effects.reduce((sum, { text }) => sum + text.length, stub?.length ?? result);
  return {
    id: `call ${key}`,
    kind: "call",
    title: record.toolName,
    ref: refOf(state, key),
    call: { key, toolName: record.toolName },
    badges: badgesOf(state, key, record),
    time: record.resultTimestamp ?? record.timestamp,
    text: verbatim === undefined ? shownText(record) : undefined,
    raw,
    shown: verbatim === undefined ? short : raw,
    children: [],
  };
}

/** What stands in the place of the result and of long arguments; undefined where nothing does. */
function shownText({ stub, arguments: effects = [] }: ToolCallRecord): string | undefined {
  const texts = [...(stub === undefined ? [] : [stub]), ...effects.map(({ text }) => text)];
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function repeatNode(state: Readonly<PruneState>, key: OccurrenceKey, original: ToolCallRecord): TreeNode {
  const chars = original.chars ?? original.resultText?.length ?? 0;
  return {
    ...recordNode(state, key, original),
    time: parseOccurrenceKey(key).resultTimestamp,
    raw: chars,
    shown: original.stub?.length ?? 0,
  };
}

function badgesOf(
  state: Readonly<PruneState>,
  key: OccurrenceKey,
  record: ToolCallRecord,
): readonly string[] {
  const original = state.aliases.get(key);
  const verbatim = state.verbatim.get(key);
  const same = original === undefined ? undefined : (refOf(state, original) ?? "an earlier call");
  const isWhole =
    record.stub === undefined && record.resultText === undefined && record.spillPath === undefined;
  const facts: readonly (string | false | undefined)[] = [
    record.isError === true && "error",
    same !== undefined && `same as ${same}`,
    (record.spilled === true || record.spillPath !== undefined) && "spilled",
    record.arguments !== undefined && "arguments shortened",
    isWhole && "output in full",
    verbatim !== undefined && (verbatim === "lifted" ? "unprotected" : verbatim),
  ];
  return facts.filter((fact) => typeof fact === "string");
}
