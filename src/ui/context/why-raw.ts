import { QUERY_TOOL } from "../../capture/read-batches.ts";
import { workTest } from "../../capture/work.ts";
import { argumentsOf, isAnswer, type Messages } from "../../model/message.ts";
import type { OccurrenceKey } from "../../model/occurrence.ts";
import { type PairedCall, pairCalls } from "../../model/paired-calls.ts";
import type { Settings } from "../../settings/schema.ts";
import { indexedKey, recordOf, showsStubs } from "../../state/queries.ts";
import type { PruneState } from "../../state/state.ts";

/** Why a result stands in the context as it is. */
export type WhyRaw =
  | "unread"
  | "recovered"
  | "restored"
  | "protected"
  | "unprotected"
  | "short"
  | "changed"
  | "skipped"
  | "passed"
  | "recent"
  | "pending"
  | "off"
  | "unrecoverable";

export const whyTexts: Readonly<Record<WhyRaw, string>> = {
  unread: "not read yet",
  recovered: "recovered",
  restored: "restored",
  protected: "protected",
  unprotected: "unprotected since",
  short: "short as it is",
  changed: "changed since",
  skipped: "no shorter stub",
  passed: "passed over",
  recent: "recent",
  pending: "pending",
  off: "pruning is off",
  unrecoverable: "no tool to get it back",
};

export interface RawQuestion {
  readonly messages: Messages;
  readonly state: Readonly<PruneState> | undefined;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
}

/** An answered call of the context, by the place of its result. */
export interface ContextCall extends PairedCall {
  readonly args: Readonly<Record<string, unknown>>;
  /** Why its result would stand there as it is. */
  readonly why: WhyRaw;
}

/** Every answered call, by the place of its result among the host's messages. */
export function contextCalls(question: RawQuestion): ReadonlyMap<number, ContextCall> {
  const { messages, settings } = question;
  const lastAnswer = messages.findLastIndex(isAnswer);
  const pairs = pairCalls(messages);
  const read = pairs.filter(({ resultIndex }) => resultIndex < lastAnswer);
  const recent = new Set(
    settings.keepRecent > 0 ? read.slice(-settings.keepRecent).map(({ key }) => key) : [],
  );
  const whyKnown = knownReasons(question);
  return new Map(
    pairs.map((pair) => {
      const args = argumentsOf(pair.call);
      const why =
        pair.resultIndex > lastAnswer
          ? "unread"
          : (whyKnown({ ...pair, args }) ?? (recent.has(pair.key) ? "recent" : "pending"));
      return [pair.resultIndex, { ...pair, args, why }];
    }),
  );
}

type Asked = Omit<ContextCall, "why">;

/** The reason that the session's state or the settings give; undefined where a flush could take the result. */
function knownReasons({ messages, state, settings, isProtected }: RawQuestion) {
  if (!state?.enabled) return (): WhyRaw => "off";
  if (!showsStubs(state)) return (): WhyRaw => "unrecoverable";
  const isWork = workTest(messages, state, settings);
  return ({ key, call, args }: Asked): WhyRaw | undefined => {
    if (call.name === QUERY_TOOL) return "recovered";
    const indexed = indexedKey(state, key, call.id);
    if (indexed !== undefined) return recordedReason(state, indexed);
    if (isProtected(call.name, args)) return "protected";
    if (state.skips.has(key) && !isWork({ key, toolCallId: call.id })) return "skipped";
    return isWork({ key, toolCallId: call.id }) ? undefined : "passed";
  };
}

function recordedReason(state: Readonly<PruneState>, key: OccurrenceKey): WhyRaw {
  const verbatim = state.verbatim.get(key);
  if (verbatim !== undefined) return verbatim === "lifted" ? "unprotected" : verbatim;
  const record = recordOf(state, key);
  return record?.stub === undefined && record?.resultText === undefined ? "short" : "changed";
}
