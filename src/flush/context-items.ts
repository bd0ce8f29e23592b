import { captureBranch } from "../capture/capture.ts";
import type { ContextItem } from "../digest/knowledge.ts";
import type { CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import { isAssistant, textOf } from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { PruneState } from "../state/state.ts";

export interface ContextQuestion {
  readonly branch: readonly BranchMessage[];
  readonly state: Readonly<PruneState>;
  /** The calls whose results are about to be digested. */
  readonly leaving: ReadonlySet<OccurrenceKey>;
}

/**
 * The context that a flush will leave, piece by piece, for digests that need not repeat what stays. The pieces of a
 * call and its result go by the occurrence key.
 */
export function contextItems({ branch, state, leaving }: ContextQuestion): ContextItem[] {
  const inContext = branch.filter((one) => one.inContext);
  const callsOf = new Map<string, CapturedCall[]>();
  for (const call of captureBranch(inContext).flatMap((batch) => batch.calls)) {
    const id = call.assistantEntryId ?? "";
    callsOf.set(id, [...(callsOf.get(id) ?? []), call]);
  }
  return inContext.flatMap(({ message, entryId }): ContextItem[] => {
    if (isAssistant(message)) {
      const calls = callsOf.get(entryId) ?? [];
      return [
        { kind: "text", text: textOf(message.content) },
        ...calls.map(({ key, toolName, args }) => ({ kind: "call" as const, id: key, toolName, args })),
        ...calls.map((call) => resultItem(call, state, leaving)),
      ];
    }
    if (message.role === "user") return [{ kind: "user", text: textOf(message.content) }];
    return [];
  });
}

function resultItem(
  call: CapturedCall,
  state: Readonly<PruneState>,
  leaving: ReadonlySet<OccurrenceKey>,
): ContextItem {
  const stub = state.verbatim.has(call.key) ? undefined : state.records.get(call.key)?.stub;
  const isLeaving = leaving.has(call.key);
  return {
    kind: "result",
    id: call.key,
    text: stub !== undefined && !isLeaving ? stub : textOf(call.content),
    isError: call.isError,
    stays: !isLeaving,
  };
}
