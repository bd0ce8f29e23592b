import { digestArgument } from "../digest/argument.ts";
import type { ArgumentString } from "../model/argument-strings.ts";
import type { ShortRef } from "../model/refs.ts";
import { wellFormed } from "../model/text.ts";

/** What every placeholder of a call carries, so that a copy of it can be told from any other text. */
export interface PlaceholderMark {
  readonly ref: ShortRef;
  /** A word that no other session has. */
  readonly nonce: string;
}

/** How condensed arguments begin, and purged ones. */
export const PLACEHOLDER_STARTS: readonly string[] = ["[condensed `", "<purged-errored-args "];

/** What stands in the place of a long argument of a finished call; `hint` adds how to get the original. */
export function condensedText(
  { ref, nonce }: PlaceholderMark,
  toolName: string,
  { path, text }: ArgumentString,
  hint: boolean,
): string {
  const digest = digestArgument(toolName, path, text).replace(/\s+/g, " ");
  const recovery = hint ? ` · original: ${recoveryCall(ref)}` : "";
  return wellFormed(`[condensed \`${ref}\` #${nonce} · ${digest}${recovery}]`);
}

/** What stands in the place of a long argument of a failed call. */
export const purgedText = ({ ref, nonce }: PlaceholderMark, { text }: ArgumentString): string =>
  `<purged-errored-args size="${text.length}" ref="${ref}" nonce="${nonce}"/>`;

/** The query that shows the arguments of a call as they were. */
export const recoveryCall = (ref: string): string =>
  `context_tree_query({ toolCallIds: ["${ref}"], args: true })`;
