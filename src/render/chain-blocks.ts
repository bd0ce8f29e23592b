import type { ChainEntry, ResolvedRange } from "../chain/resolve-range.ts";
import { type DroppedCalls, isSummaryMessage, isToldInBlocks } from "../chain/summary-messages.ts";
import { type FindSummaries, summaryIndex, summaryTexts } from "../chain/summary-texts.ts";
import { blockStart, type Relocated, syntheticMessage } from "../chain/synthetic.ts";
import { isStillTold } from "../chain/told-from.ts";
import {
  type AgentMessage,
  isAssistant,
  isDropped,
  isToolResult,
  type Messages,
  resultBlocks,
  type ToolResultMessage,
  textOf,
  toolCallsOf,
} from "../model/message.ts";
import { OccurrenceCounter, type OccurrenceKey } from "../model/occurrence.ts";
import { messageChars } from "../model/size.ts";
import { isRestored } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import type { RenderContext } from "./transform.ts";

/** A chain entry and where it stands. */
export interface AcceptedRange extends ResolvedRange {
  readonly entry: ChainEntry;
}

/** What one chain entry does to the messages. */
export interface ChainBlock extends AcceptedRange {
  /** The message to put behind the user message; undefined when it stands there already. */
  readonly synthetic: AgentMessage | undefined;
  /** Positions that go. */
  readonly dropped: readonly number[];
  /** Calls and results among them. */
  readonly calls: DroppedCalls;
  readonly body: string;
}

/** Makes the blocks of one list of messages. */
export class ChainBlocks {
  readonly #messages: Messages;
  readonly #given: Messages;
  readonly #state: Readonly<PruneState>;
  readonly #keys: ReadonlyMap<number, OccurrenceKey>;
  readonly #delivered: Messages;
  #summaries: FindSummaries | undefined;

  constructor(messages: Messages, { state, given = messages }: RenderContext) {
    this.#messages = messages;
    this.#given = given;
    this.#state = state;
    this.#keys = resultKeys(messages);
    this.#delivered = given.filter(isSummaryMessage);
  }

  /** Whether a block may be shown: nothing it tells of was redacted since it was made. */
  isStillTold({ entry, startIndex, endIndex }: ChainBlock): boolean {
    const from = startIndex + 1;
    const told = {
      messages: this.#given.slice(from, endIndex),
      delivered: this.#delivered,
      keyOf: (index: number) => this.#keys.get(from + index),
      // A stub is put in the place of nothing but what its record was made from.
      isKnown: (index: number) => this.#at(from + index) !== this.#given[from + index],
    };
    return isStillTold(entry, told, this.#state);
  }

  /** Undefined when there is nothing to drop (any more), nothing to say, or nothing to gain. */
  blockFor(range: AcceptedRange): ChainBlock | undefined {
    const { entry, startIndex, endIndex } = range;
    const work = this.#workIn(range);
    const body = work.length === 0 ? "" : this.#bodyOf(entry);
    if (body.trim() === "") return undefined;
    const calls = this.#callsIn(work, entry);
    const dropped: number[] = [];
    for (let index = startIndex + 1; index < endIndex; index++)
      if (isWork(this.#at(index)) || isToldInBlocks(this.#at(index), calls, [body])) dropped.push(index);
    const relocated = dropped.flatMap((index) => this.#relocated(index, entry));
    const { blockId, toolRefs, compressedAt } = entry;
    const synthetic = syntheticMessage({ blockId, toolRefs, body, relocated, compressedAt });
    const size = dropped.reduce((sum, index) => sum + messageChars(this.#at(index)), 0);
    if (messageChars(synthetic) >= size) return undefined;
    const isThere = isOwnBlock(this.#messages[startIndex + 1], this.#at(startIndex), this.#state.chains);
    return { ...range, synthetic: isThere ? undefined : synthetic, dropped, calls, body };
  }

  #at(index: number): AgentMessage {
    // Positions come from these very messages.
    return this.#messages[index] as AgentMessage;
  }

  #workIn({ startIndex, endIndex }: ResolvedRange): number[] {
    const work: number[] = [];
    for (let index = startIndex + 1; index < endIndex; index++) if (isWork(this.#at(index))) work.push(index);
    return work;
  }

  #callsIn(work: readonly number[], { toolRefs }: ChainEntry): DroppedCalls {
    return {
      ids: new Set(work.flatMap((index) => callIdsIn(this.#at(index)))),
      keys: new Set(work.flatMap((index) => this.#keys.get(index) ?? [])),
      refs: new Set(toolRefs),
    };
  }

  /** The recorded text; that of the batches for an entry of the reference that has none. */
  #bodyOf({ rangeSummaryText, toolRefs, droppedOccurrenceKeys, droppedToolCallIds }: ChainEntry): string {
    if (rangeSummaryText !== undefined) return rangeSummaryText;
    this.#summaries ??= summaryIndex(this.#state, this.#delivered);
    const names = [...toolRefs, ...(droppedOccurrenceKeys ?? droppedToolCallIds)];
    return summaryTexts(this.#summaries(names)).join("\n\n");
  }

  #relocated(index: number, entry: ChainEntry): Relocated[] {
    const message = this.#at(index);
    const key = this.#keys.get(index);
    if (!isToolResult(message) || key === undefined || !this.#staysWhole(message, key, entry)) return [];
    return [{ toolName: message.toolName, content: resultBlocks(message.content) }];
  }

  // Protection counts as it was when the chain was compressed; what a person takes back later counts at once.
  #staysWhole({ toolCallId }: ToolResultMessage, key: OccurrenceKey, entry: ChainEntry): boolean {
    if (isRestored(this.#state, key, toolCallId)) return true;
    const { protectedOccurrenceKeys: keys, protectedToolCallIds: ids = [] } = entry;
    return keys ? keys.includes(key) : ids.includes(toolCallId);
  }
}

/** Whether a message is the block of the chain that the message in front of it begins. */
export function isOwnBlock(
  message: AgentMessage | undefined,
  before: AgentMessage | undefined,
  chains: PruneState["chains"],
): boolean {
  if (message?.role !== "user" || before?.role !== "user") return false;
  const entry = chains.get(before.timestamp);
  if (!entry || entry.compressedAt !== message.timestamp) return false;
  const { blockId, toolRefs, rangeSummaryText = "" } = entry;
  return textOf(message.content).startsWith(
    blockStart({ blockId, toolRefs, body: rangeSummaryText }).trimEnd(),
  );
}

const isWork = (message: AgentMessage): boolean => isAssistant(message) || isToolResult(message);

function resultKeys(messages: Messages): ReadonlyMap<number, OccurrenceKey> {
  const occurrences = new OccurrenceCounter();
  const keys = new Map<number, OccurrenceKey>();
  for (const [index, message] of messages.entries())
    if (isToolResult(message)) keys.set(index, occurrences.next(message.toolCallId, message.timestamp).key);
  return keys;
}

// Calls of a reply that failed or was cancelled never ran.
function callIdsIn(message: AgentMessage): string[] {
  if (isToolResult(message)) return [message.toolCallId];
  if (!isAssistant(message) || isDropped(message)) return [];
  return toolCallsOf(message).map((call) => call.id);
}
