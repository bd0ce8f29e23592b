import type { ToolCallRecord } from "../model/entries.ts";
import { type AgentMessage, isToolResult, type Messages } from "../model/message.ts";
import { type OccurrenceKey, occurrenceKey, parseOccurrenceKey } from "../model/occurrence.ts";
import { type PairedCall, pairCalls } from "../model/paired-calls.ts";
import { keyOfRecord } from "../model/record.ts";
import { isSameContent } from "../model/same-content.ts";
import type { PruneState } from "../state/state.ts";
import { saidHash } from "./said-hash.ts";

type Keys = readonly OccurrenceKey[];

/**
 * Tells of which records the text may still be shown, as far as it depends on more than the result: a model that wrote
 * it was shown the whole batch, what the agent said and called there and what came of it, and may quote what has been
 * redacted there since. Texts of the digest always may. Looks at nothing before it is asked about a text of a model.
 */
export function asPrompted(messages: Messages, state: Readonly<PruneState>): (key: OccurrenceKey) => boolean {
  let batches: Batches | undefined;
  return (key) => {
    if (state.records.get(key)?.saidHash === undefined) return true;
    batches ??= new Batches(messages, state);
    return batches.isAsPrompted(key);
  };
}

class Batches {
  readonly #messages: Messages;
  readonly #records: ReadonlyMap<OccurrenceKey, ToolCallRecord>;
  readonly #batches: ReadonlyMap<OccurrenceKey, Keys>;
  readonly #pairs: ReadonlyMap<OccurrenceKey, PairedCall>;
  readonly #start: number;
  readonly #said = new Map<AgentMessage, string>();

  constructor(messages: Messages, { records, summaries }: Readonly<PruneState>) {
    this.#messages = messages;
    const passedOver = summaries.flatMap((summary) => summary.passedOver ?? []);
    this.#records = new Map([...records, ...passedOver.map((one) => [keyOfRecord(one), one] as const)]);
    this.#batches = batchesOf(summaries);
    this.#pairs = new Map(pairCalls(messages).map((pair) => [pair.key, pair]));
    this.#start = messages.reduce((start, message) => Math.min(start, message?.timestamp || start), Infinity);
  }

  isAsPrompted(key: OccurrenceKey): boolean {
    return (this.#batches.get(key) ?? [key]).every((member) => this.#isSame(member));
  }

  #isSame(key: OccurrenceKey): boolean {
    const pair = this.#pairs.get(key);
    // What lies in front of the context went with a compaction: that is no redaction.
    if (!pair) return (parseOccurrenceKey(key).resultTimestamp ?? Infinity) < this.#start;
    const record = this.#records.get(key);
    const [caller, result] = [this.#messages[pair.assistantIndex], this.#messages[pair.resultIndex]];
    if (!record || !caller || !result || record.saidHash !== this.#hashOf(caller)) return false;
    return isToolResult(result) && isSameContent(record, result.content) !== false;
  }

  #hashOf(message: AgentMessage): string {
    const hash = this.#said.get(message) ?? saidHash([message]);
    this.#said.set(message, hash);
    return hash;
  }
}

/** The calls that a model was shown together, by each of them. */
function batchesOf(summaries: PruneState["summaries"]): ReadonlyMap<OccurrenceKey, Keys> {
  const batches = new Map<OccurrenceKey, Keys>();
  for (const { asMessage, toolCallRefs, passedOver = [] } of summaries) {
    if (asMessage) continue;
    const keys = [...toolCallRefs, ...passedOver].map(({ toolCallId, resultTimestamp, ordinal }) =>
      occurrenceKey(toolCallId, resultTimestamp, ordinal),
    );
    for (const key of keys) batches.set(key, keys);
  }
  return batches;
}
