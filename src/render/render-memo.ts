import { isSummaryMessage } from "../chain/summary-messages.ts";
import { type AgentMessage, isAnswer, isAssistant, isToolResult, type Messages } from "../model/message.ts";
import { occurrenceKey } from "../model/occurrence.ts";
import { isSameMessage } from "../model/same-message.ts";
import { hasLegacyBareRecord, showsStubs } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import { pruneMessages, pruneTail } from "./prune-messages.ts";
import { fill, type Slot, slotsOf } from "./slots.ts";
import type { Diagnostic, RenderContext } from "./transform.ts";

/** A render that can be continued: all in front of the last reply that it saw. */
interface Known {
  /** Stands for the render that it began with. */
  readonly from: object;
  /** Of the state that was rendered. */
  readonly revision: number;
  readonly given: Messages;
  /** Place of that reply among them: what stands in front of it is read, and its calls are settled. */
  readonly cut: number;
  /** The render of what stands in front of it. */
  readonly slots: Slot[];
  /** Occurrences among it. */
  readonly results: Set<string>;
  /** When the messages were written that compressed chains begin and end with. */
  readonly ends: ReadonlySet<number>;
}

/**
 * Renders requests that repeat nearly all of the one before them. What a render did in front of the last reply stays
 * what it is for as long as nothing is recorded, so only what came since is looked at; the result is that of
 * `pruneMessages`, to the last reference. What could make a difference (a rewritten beginning, a repeated occurrence,
 * a compaction, a degradation) has everything rendered again.
 */
export class RenderMemo {
  #known: Known | undefined;
  /** How much of the front of a render stays in all that go on from it, by the render they all go on from. */
  readonly #fronts = new WeakMap<Messages, { readonly from: object; readonly length: number }>();

  /** How many messages two renders certainly have in common at their beginnings. */
  sharedFront(one: Messages, other: Messages): number {
    const [a, b] = [this.#fronts.get(one), this.#fronts.get(other)];
    return a && b && a.from === b.from ? Math.min(a.length, b.length) : 0;
  }

  render(messages: Messages, context: RenderContext): Messages {
    const known = this.#known;
    if (!showsStubs(context.state) || context.state.revision === 0) return pruneMessages(messages, context);
    return known && continues(messages, known, context.state)
      ? this.#continue(messages, context, known)
      : this.#begin(messages, context);
  }

  #begin(messages: Messages, context: RenderContext): Messages {
    const { reports, report } = collecting(context);
    const rendered = pruneMessages(messages, { ...context, report });
    this.#known = undefined;
    const cut = messages.findLastIndex(isAnswer);
    const reply = messages[cut];
    const place = reply === undefined ? -1 : rendered.lastIndexOf(reply);
    if (place < 0 || reports.length > 0 || messages.some(isSummaryMessage)) return rendered;
    const front = messages.slice(0, cut);
    const slots = slotsOf(front, rendered.slice(0, place));
    const results = new Set<string>();
    if (!note(front, results)) return rendered;
    const { revision } = context.state;
    const from = {};
    this.#known = { from, revision, given: messages, cut, slots, results, ends: endsOf(context.state) };
    this.#fronts.set(rendered, { from, length: slots.length });
    return rendered;
  }

  #continue(messages: Messages, context: RenderContext, { cut, slots, ...known }: Known): Messages {
    const { reports, report } = collecting(context);
    const tail = messages.slice(cut);
    const renderedTail = pruneTail(tail, { ...context, report });
    const front = slots.map((slot) => fill(slot, messages));
    const { length } = slots;
    this.#known = undefined;
    if (reports.length === 0) {
      const added = tail.findLastIndex(isAnswer);
      const behind = tail.slice(0, added);
      const place = renderedTail.lastIndexOf(tail[added] as AgentMessage);
      if (place >= 0 && note(behind, known.results)) {
        for (const slot of slotsOf(behind, renderedTail.slice(0, place))) slots.push(moved(slot, cut));
        this.#known = { ...known, given: messages, cut: cut + added, slots };
      }
    }
    const isWhole = renderedTail === tail && length === cut && slots.every((slot, at) => slot === at);
    const rendered = isWhole ? messages : [...front, ...renderedTail];
    this.#fronts.set(rendered, { from: known.from, length });
    return rendered;
  }
}

const moved = (slot: Slot, by: number): Slot => {
  if (typeof slot === "number") return slot + by;
  return "made" in slot ? slot : { ...slot, index: slot.index + by };
};

function collecting({ report }: RenderContext) {
  const reports: Diagnostic[] = [];
  return {
    reports,
    report: (diagnostic: Diagnostic) => {
      reports.push(diagnostic);
      report(diagnostic);
    },
  };
}

function endsOf({ chains }: Readonly<PruneState>): ReadonlySet<number> {
  const ends = new Set<number>();
  for (const { startUserTimestamp, finalAssistantTimestamp } of chains.values()) {
    ends.add(startUserTimestamp);
    if (finalAssistantTimestamp !== null) ends.add(finalAssistantTimestamp);
  }
  return ends;
}

/** Adds the occurrences of results to those known; false when one of them is not the only one of its name. */
function note(messages: Messages, results: Set<string>): boolean {
  for (const message of messages) {
    if (!isToolResult(message)) continue;
    const name = occurrenceKey(message.toolCallId, message.timestamp);
    if (!Number.isFinite(message.timestamp) || results.has(name)) return false;
    results.add(name);
  }
  return true;
}

function continues(messages: Messages, known: Known, state: Readonly<PruneState>): boolean {
  const { cut, given } = known;
  if (known.revision !== state.revision || messages.length <= cut) return false;
  for (let index = 0; index <= cut; index++)
    if (!isSameMessage(messages[index] as AgentMessage, given[index] as AgentMessage)) return false;
  for (let index = cut; index < messages.length; index++)
    if (reachesBack(messages[index] as AgentMessage, known, state)) return false;
  return true;
}

/** Whether a message could change what is rendered in front of the cut. */
function reachesBack(message: AgentMessage, { ends, results }: Known, state: Readonly<PruneState>): boolean {
  if (message?.role === "compactionSummary" || isSummaryMessage(message)) return true;
  if (isToolResult(message))
    return (
      results.has(occurrenceKey(message.toolCallId, message.timestamp)) ||
      hasLegacyBareRecord(state, message.toolCallId)
    );
  return (message?.role === "user" || isAssistant(message)) && ends.has(message.timestamp);
}
