import { type CapturedCall, resultChars } from "../model/batch.ts";
import type { Messages } from "../model/message.ts";
import { bodyBudget } from "./body.ts";
import { type ChainQuestion, eligibleChains } from "./eligible.ts";
import { isFullyProtected, leastGain, relocatedCalls } from "./plan.ts";
import { shownChars } from "./shown-chars.ts";

/** What compressing one chain now would remove from the context. */
export interface ChainGain {
  /** Positions of its user message and of its final reply. */
  readonly startIndex: number;
  readonly endIndex: number;
  /** Characters removed, less what the block takes. */
  readonly chars: number;
}

/** Tags of the block and of what it relocates. */
const FRAME_CHARS = 120;
const REF_CHARS = 5;

/**
 * What compressing every chain behind the rolling window would remove now, without making a single block. From the
 * messages alone, as the host is about to send them: on host A the branch may lag behind.
 */
export function compressibleGain(
  messages: Messages,
  question: Omit<ChainQuestion, "branch">,
): readonly ChainGain[] {
  const branch = messages.map((message, index) => ({ entryId: String(index), message, inContext: true }));
  return eligibleChains({ ...question, branch }).flatMap((chain) => {
    if (!chain.isWhole || isFullyProtected(chain)) return [];
    const { startIndex, endIndex } = chain;
    const dropped = shownChars(chain, branch, question.state);
    const block =
      FRAME_CHARS +
      chain.calls * REF_CHARS +
      bodyBudget(dropped) +
      keptChars(relocatedCalls(chain, question.state));
    const chars = dropped - block;
    return chars >= leastGain(question.all === true) ? [{ startIndex, endIndex, chars }] : [];
  });
}

const keptChars = (calls: readonly CapturedCall[]): number =>
  calls.reduce((sum, call) => sum + FRAME_CHARS + resultChars(call), 0);
