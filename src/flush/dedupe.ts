import { type CapturedCall, resultChars } from "../model/batch.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { aliasStubLimit } from "./alias-stub.ts";
import { originalFinder, samenessOf } from "./duplicates.ts";
import { type FlushContext, type Stage, settleCalls } from "./stage.ts";

// The frame of any stub alone is longer.
const MIN_CHARS = 100;

/**
 * Results that repeat an earlier one need no summary of their own: one that an earlier flush recorded, or the first of
 * this flush. Whether that first one is recorded is known at the end only, so aliases are made there.
 */
export const dedupe: Stage = (jobs, context) => {
  const { state, settings } = context;
  const originalOf = settings.dedupByContentHash ? originalsOf(context) : () => undefined;
  return settleCalls(jobs, (call) => {
    // A large repeat was told from others before it was read: only its preview goes now.
    const original = state.aliases.get(call.key) ?? originalOf(call);
    return original === undefined ? undefined : { status: "duplicate", original };
  });
};

/** Answers for the calls of a flush in their order: the first of a kind is the original of the others. */
function originalsOf(context: FlushContext): (call: CapturedCall) => OccurrenceKey | undefined {
  const recorded = originalFinder(context);
  const firsts = new Map<string, OccurrenceKey>();
  return (call) => {
    if (resultChars(call) < MIN_CHARS) return undefined;
    const sameness = samenessOf(call);
    const original = recorded(call) ?? firsts.get(sameness);
    if (original === undefined) firsts.set(sameness, call.key);
    const isWorthIt = original !== undefined && aliasStubLimit(call, context.settings) < resultChars(call);
    return isWorthIt ? original : undefined;
  };
}
