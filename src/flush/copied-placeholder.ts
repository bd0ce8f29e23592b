import { stringsIn } from "../model/argument-strings.ts";
import type { PruneEntry, ToolCallRecord } from "../model/entries.ts";
import { PLACEHOLDER_STARTS, recoveryCall } from "./placeholder.ts";

/** A text this session shows in the place of an argument. */
export interface Placeholder {
  readonly text: string;
  readonly ref: string;
}

export interface CopiedPlaceholder {
  readonly ref: string;
  /** For the model: what it did, and how to get what it meant. */
  readonly reason: string;
}

/**
 * Every placeholder that entries put in the place of an argument. To be asked of the whole file: the summary of a branch
 * that was left may quote what stood there.
 */
export function* placeholdersIn(entries: Iterable<PruneEntry>): Generator<Placeholder> {
  for (const entry of entries)
    for (const { ref, arguments: effects = [] } of condensedBy(entry))
      if (ref !== undefined) for (const { text } of effects) yield { text, ref };
}

function condensedBy({ type, data }: PruneEntry): readonly Pick<ToolCallRecord, "ref" | "arguments">[] {
  if (type === "context-prune-index") return data.toolCalls;
  if (type === "context-prune-dedup-alias") return data.record ? [data.record] : [];
  return type === "context-prune-effect" && data.kind === "arguments" ? data.calls : [];
}

/**
 * Whether arguments hold the full text of a placeholder: the model took what it saw of an old call for what it had
 * written, and a file made of that would be lost work. Not to be asked for `context_tree_query`.
 */
export function findCopiedPlaceholder(
  args: unknown,
  placeholders: Iterable<Placeholder>,
): CopiedPlaceholder | undefined {
  const suspects = stringsIn(args).filter(({ text }) =>
    PLACEHOLDER_STARTS.some((start) => text.includes(start)),
  );
  if (suspects.length === 0) return undefined;
  for (const { text, ref } of placeholders)
    if (suspects.some((suspect) => suspect.text.includes(text))) return { ref, reason: reasonFor(ref) };
  return undefined;
}

const reasonFor = (ref: string): string =>
  `These arguments hold a placeholder that stands for a long argument of the earlier call \`${ref}\`, not its text. ` +
  `Nothing was run. Get the original with ${recoveryCall(ref)} and call again with the full text.`;
