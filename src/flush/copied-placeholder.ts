import { stringsIn } from "../model/argument-strings.ts";
import type { PruneState } from "../state/state.ts";
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

/** Every placeholder the state shows in the place of an argument. */
export function* placeholdersOf({ records, refOfKey }: Readonly<PruneState>): Generator<Placeholder> {
  for (const [key, record] of records) {
    const ref = record.ref ?? refOfKey.get(key);
    if (ref === undefined) continue;
    for (const { text } of record.arguments ?? []) yield { text, ref };
  }
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
