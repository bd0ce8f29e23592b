import { type ArgumentString, stringsIn } from "../model/argument-strings.ts";
import type { CapturedCall } from "../model/batch.ts";
import type { ArgumentEffect } from "../model/entries.ts";
import { nameHash } from "../model/hash.ts";
import { shortRef } from "../model/refs.ts";
import type { Settings } from "../settings/schema.ts";
import type { CallStanding } from "./call-standing.ts";
import { condensedText, type PlaceholderMark, purgedText } from "./placeholder.ts";

/** A finished call as far as its arguments go. */
export type ArgumentCall = Pick<CapturedCall, "toolName" | "args" | "isError">;

export type ArgumentSettings = Pick<Settings, "condenseArguments" | "purgeErrors">;

/** Characters of strings in a call from which on they are condensed. */
const MIN_CALL_CHARS = 800;
/** Strings shorter than this stay: what stands in their place would hardly be shorter. */
const MIN_STRING_CHARS = 200;
const MIN_PURGED_CHARS = 100;

/**
 * The strings of a finished call's arguments that are due to be replaced: none as long as its provider may want the
 * call back as it was, and of a failed call none before its cool-down is over, so that the model can try again.
 */
export function dueStrings(
  call: ArgumentCall,
  standing: CallStanding | undefined,
  settings: ArgumentSettings,
): readonly ArgumentString[] {
  if (!standing || (standing.isSigned && !standing.hasUserBehind)) return [];
  const { minChars, minString } = limitsFor(call, standing, settings);
  const strings = stringsIn(call.args);
  const chars = strings.reduce((sum, { text }) => sum + text.length, 0);
  return chars < minChars ? [] : strings.filter(({ text }) => text.length >= minString);
}

function limitsFor(
  { isError }: ArgumentCall,
  { assistantsBehind }: CallStanding,
  settings: ArgumentSettings,
) {
  const { enabled, cooldownTurns, minArgChars } = settings.purgeErrors;
  const isDue = isError ? enabled && assistantsBehind >= cooldownTurns : settings.condenseArguments;
  return {
    minChars: isDue ? (isError ? minArgChars : MIN_CALL_CHARS) : Number.POSITIVE_INFINITY,
    minString: isError ? MIN_PURGED_CHARS : MIN_STRING_CHARS,
  };
}

/**
 * What is shown in the place of `strings`; those it would not make shorter are left out. Of a call's placeholders one
 * says how to get the originals: the one for the longest string.
 */
export function argumentEffects(
  call: ArgumentCall,
  strings: readonly ArgumentString[],
  mark: PlaceholderMark,
): ArgumentEffect[] {
  const longest = strings.reduce((most, { text }) => Math.max(most, text.length), 0);
  const hinted = strings.findIndex(({ text }) => text.length === longest);
  return strings.flatMap((string, index) => {
    const texts = call.isError
      ? [purgedText(mark, string)]
      : [index === hinted, false].map((hint) => condensedText(mark, call.toolName, string, hint));
    const text = texts.find(({ length }) => length < string.text.length);
    if (text === undefined) return [];
    return [{ path: [...string.path], text, chars: string.text.length, hash: nameHash(string.text) }];
  });
}

/**
 * Characters that `strings` have and their placeholders, about, have not; 0 where none would get shorter. What is left
 * as it is must not count: it would be due at every request, and no flush would ever take it.
 */
export const dueChars = (call: ArgumentCall, strings: readonly ArgumentString[]): number =>
  strings.reduce((sum, string) => sum + Math.max(0, string.text.length - placeholderChars(call, string)), 0);

// Only where the size of a placeholder decides or weighs it has to be made.
function placeholderChars({ isError, toolName }: ArgumentCall, string: ArgumentString): number {
  if (isError) return purgedText(LONG_MARK, string).length;
  if (string.text.length > EXACT_CHARS) return TYPICAL_PLACEHOLDER_CHARS;
  return condensedText(LONG_MARK, toolName, string, false).length;
}

/** As long as the mark of any call will come to. */
const LONG_MARK: PlaceholderMark = { ref: shortRef(999_999), nonce: "0".repeat(6) };
/** Longer than any placeholder without a hint, more than twice. */
const EXACT_CHARS = 600;
const TYPICAL_PLACEHOLDER_CHARS = 110;
