import type { ContextItem } from "../digest/knowledge.ts";
import { withString } from "../model/argument-strings.ts";
import type { BranchMessage } from "../model/branch.ts";
import {
  type AgentMessage,
  argumentsOf,
  isAssistant,
  isToolResult,
  type Messages,
  textOf,
} from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { type PairedCall, pairCalls } from "../model/paired-calls.ts";
import { pruneMessages } from "../render/prune-messages.ts";
import type { Settings } from "../settings/schema.ts";
import type { PruneState } from "../state/state.ts";
import { callStandings } from "./call-standing.ts";
import { dueStrings } from "./condense-arguments.ts";

export interface ContextQuestion {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  readonly settings: Settings;
  /** The calls whose results are about to be digested. */
  readonly leaving: ReadonlySet<OccurrenceKey>;
  /** Those whose results leave as well, for a stub that is made without a digest. */
  readonly replaced: ReadonlySet<OccurrenceKey>;
}

/**
 * The context that a flush will leave, piece by piece, for digests that need not repeat what stays: what is shown by
 * now, without the results and the long arguments that the flush takes. The pieces of a call and its result go by the
 * occurrence key.
 */
export function contextItems(question: ContextQuestion): ContextItem[] {
  const messages = question.branch.flatMap(({ message, inContext }) => (inContext ? [message] : []));
  const shown = pruneMessages(messages, { state: question.state, report: () => {} });
  const originals = new Map(pairCalls(messages).map((call) => [call.key, pieceOf(call, messages)]));
  const items = itemsOf(question);
  const pieces = new Map<number, Piece[]>();
  for (const call of pairCalls(shown)) {
    const group = pieces.get(call.assistantIndex) ?? [];
    group.push(pieceOf(call, shown));
    pieces.set(call.assistantIndex, group);
  }
  return shown.flatMap((message, index): ContextItem[] => {
    if (message?.role === "user") return [{ kind: "user", text: textOf(message.content) }];
    if (!isAssistant(message)) return [];
    const calls = (pieces.get(index) ?? []).map((piece) => items(piece, originals.get(piece.key) ?? piece));
    return [
      { kind: "text", text: textOf(message.content) },
      ...calls.map(([call]) => call),
      ...calls.map(([, result]) => result),
    ];
  });
}

/** A call and its result, original or as they are shown. */
interface Piece extends Pick<PairedCall, "key" | "call"> {
  readonly result: AgentMessage | undefined;
}

const pieceOf = ({ key, call, resultIndex }: PairedCall, messages: Messages): Piece => ({
  key,
  call,
  result: messages[resultIndex],
});

/** Makes the items of a call and of its result. */
function itemsOf({ branch, state, settings, leaving, replaced }: ContextQuestion) {
  const standings = callStandings(branch.map(({ message }) => message));
  // What the flush does not record keeps its arguments, and so does a call that has been shown in full on demand.
  const isTaken = (key: OccurrenceKey) =>
    leaving.has(key) || replaced.has(key) || (state.records.has(key) && !state.verbatim.has(key));

  function callItem(shown: Piece, { key, call }: Piece): ContextItem {
    const args = argumentsOf(call);
    const item = { kind: "call", id: key, toolName: call.name, args } as const;
    if (shown.call !== call) return { ...item, shown: argumentsOf(shown.call) };
    if (!isTaken(key)) return item;
    const due = dueStrings(
      { toolName: call.name, args, isError: isFailed(shown) },
      standings.get(key),
      settings,
    );
    const left = due.reduce<unknown>((current, { path }) => withString(current, path, () => ""), args);
    return left === args ? item : { ...item, shown: left };
  }

  function resultItem(shown: Piece, { key, result }: Piece): ContextItem {
    const item = { kind: "result", id: key, isError: isFailed(shown) } as const;
    if (leaving.has(key)) return { ...item, text: textOfResult(result), stays: false };
    const isStub = shown.result !== result;
    if (!replaced.has(key)) return { ...item, text: textOfResult(shown.result), stays: true, isStub };
    return { ...item, text: isStub ? textOfResult(shown.result) : "", stays: true, isStub: true };
  }

  return (shown: Piece, original: Piece) => [callItem(shown, original), resultItem(shown, original)] as const;
}

const isFailed = ({ result }: Piece): boolean =>
  result !== undefined && isToolResult(result) && result.isError === true;

const textOfResult = (result: AgentMessage | undefined): string =>
  result !== undefined && isToolResult(result) ? textOf(result.content) : "";
