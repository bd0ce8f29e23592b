import type { OccurrenceKey } from "../../model/occurrence.ts";
import type { ShortRef } from "../../model/refs.ts";
import type { PruneState } from "../../state/state.ts";
import { callNodes } from "./call-nodes.ts";
import { sizeOf, type TreeNode } from "./nodes.ts";

/** A call of the context that nothing was done to. */
export interface UncoveredCall {
  readonly key: OccurrenceKey;
  readonly toolName: string;
  readonly chars: number;
  readonly why: string;
  readonly isError: boolean;
  readonly time: number | undefined;
}

export interface TreeQuestion {
  readonly state: Readonly<PruneState>;
  readonly uncovered: readonly UncoveredCall[];
  /** Characters of each block in the context, by block id; a chain that shows none is not folded there. */
  readonly blockChars: ReadonlyMap<string, number>;
}

/** Folded prompts with their batches, batches that are in none, and what was not pruned: oldest first. */
export function buildTree({ state, uncovered, blockChars }: TreeQuestion): readonly TreeNode[] {
  const calls = callNodes(state);
  const left = new Map(calls);
  const chains = [...state.chains.values()].map((entry): TreeNode => {
    const keys = entry.droppedOccurrenceKeys ?? entry.toolRefs.flatMap((ref) => keyOf(state, ref));
    const own = keys.flatMap((key) => take(left, key as OccurrenceKey));
    const children = batchNodes(state, own);
    const { raw, shown } = sizeOf(children);
    const chars = blockChars.get(entry.blockId);
    return {
      id: `chain ${entry.blockId}`,
      kind: "chain",
      title: "Folded prompt",
      ref: entry.blockId,
      badges: [
        ...(entry.bodySource === "deterministic" ? ["digest"] : []),
        ...(chars === undefined ? ["not in the context"] : []),
      ],
      time: entry.startUserTimestamp,
      text: entry.rangeSummaryText,
      raw,
      shown: chars ?? shown,
      children,
    };
  });
  const nodes = [...chains, ...batchNodes(state, [...left.values()])];
  nodes.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  return [...nodes, ...uncoveredGroup(uncovered)];
}

const keyOf = (state: Readonly<PruneState>, ref: string): readonly OccurrenceKey[] => {
  const key = state.keyOfRef.get(ref as ShortRef);
  return key === undefined ? [] : [key];
};

function take(left: Map<OccurrenceKey, TreeNode>, key: OccurrenceKey): readonly TreeNode[] {
  const node = left.get(key);
  left.delete(key);
  return node ? [node] : [];
}

/** Calls that were summarized together, or made in one turn. */
function batchNodes(state: Readonly<PruneState>, calls: readonly TreeNode[]): readonly TreeNode[] {
  const batches = new Map<string, TreeNode[]>();
  const summaryOf = summaryNumbers(state);
  for (const node of calls) {
    const name = batchName(state, node, summaryOf.get(node.ref ?? ""));
    const batch = batches.get(name);
    if (batch) batch.push(node);
    else batches.set(name, [node]);
  }
  return [...batches].map(
    ([name, children]): TreeNode => ({
      id: `batch ${name} ${children[0]?.id}`,
      kind: "batch",
      title: titleOf(state, children),
      badges: [],
      time: children[0]?.time,
      text: state.summaries[summaryOf.get(children[0]?.ref ?? "") ?? -1]?.text,
      ...sizeOf(children),
      children,
    }),
  );
}

/** The place of the summary that tells of a ref. */
function summaryNumbers({ summaries }: Readonly<PruneState>): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [index, { toolCallRefs }] of summaries.entries())
    for (const { shortId } of toolCallRefs) numbers.set(shortId, index);
  return numbers;
}

function batchName(state: Readonly<PruneState>, { call }: TreeNode, summary: number | undefined): string {
  if (summary !== undefined) return `summary ${summary}`;
  const record = call && state.records.get(call.key);
  // Repeats without a record say nothing about their turn.
  if (!record) return "repeats";
  return `turn ${record.assistantEntryId ?? `${record.turnIndex}@${record.timestamp}`}`;
}

function titleOf(state: Readonly<PruneState>, calls: readonly TreeNode[]): string {
  const turns = calls.flatMap(({ call }) => (call && state.records.get(call.key)?.turnIndex) ?? []);
  const known = turns.filter((turn) => turn >= 0);
  if (known.length === 0) return turns.length === 0 ? "Repeats" : "Turn";
  const [first, last] = [Math.min(...known), Math.max(...known)];
  return first === last ? `Turn ${first}` : `Turns ${first}–${last}`;
}

function uncoveredGroup(uncovered: readonly UncoveredCall[]): readonly TreeNode[] {
  if (uncovered.length === 0) return [];
  const children = uncovered.map(
    ({ key, toolName, chars, why, isError, time }): TreeNode => ({
      id: `uncovered ${key}`,
      kind: "call",
      title: toolName,
      call: { key, toolName },
      badges: [...(isError ? ["error"] : []), why],
      time,
      raw: chars,
      shown: chars,
      children: [],
    }),
  );
  return [
    {
      id: "uncovered",
      kind: "group",
      title: "Not pruned",
      badges: [],
      time: undefined,
      ...sizeOf(children),
      children,
    },
  ];
}
