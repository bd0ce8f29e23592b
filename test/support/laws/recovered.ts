import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { querySources } from "../../../src/host/query-sources.ts";
import {
  type AssistantMessage,
  imagesOf,
  isToolResult,
  type ToolResultMessage,
  textOf,
  toolCallsOf,
} from "../../../src/model/message.ts";
import { type PairedCall, pairCalls } from "../../../src/model/paired-calls.ts";
import { wellFormed } from "../../../src/model/text.ts";
import { answer } from "../../../src/recovery/answer.ts";
import type { Sources } from "../../../src/recovery/query.ts";
import type { PruneState } from "../../../src/state/state.ts";
import { expectSame } from "../expect-same.ts";
import type { MemorySession } from "../memory-session.ts";
import { allPages } from "../pages.ts";
import type { Play } from "../play.ts";

interface Kept {
  readonly ref: string;
  readonly message: ToolResultMessage;
  readonly args: unknown;
}

const asked = new WeakMap<Play, Set<string>>();

/**
 * Every ref of the branch, of an alias as well, is answered with each byte and image that the session shows of its own
 * call, and with the call's own arguments. Each is asked for once in a play, and again when its messages have changed.
 */
export function expectRecovered(play: Play): void {
  const { state } = play.pruner;
  if (!state || state.records.size === 0) return;
  const seen = asked.get(play) ?? new Set();
  asked.set(play, seen);
  // A query reads the session manager alone.
  const ctx = { sessionManager: play.session.manager } as unknown as ExtensionContext;
  for (const kept of keptCalls(play.session, state)) {
    const name = JSON.stringify([kept.ref, kept.message.content, kept.args]);
    if (!seen.has(name)) expectAnswered(kept, querySources(ctx, state));
    seen.add(name);
  }
}

function expectAnswered({ ref, message: { content }, args }: Kept, sources: Sources): void {
  const toolCallIds = [ref];
  const text = wellFormed(textOf(content));
  const shown = answer({ toolCallIds }, sources);
  expectSame(shown.ok && imagesOf(shown.content).length, imagesOf(content).length);
  if (text !== "") expectSame(allPages({ toolCallIds }, sources), text);
  if (args) expectSame(allPages({ toolCallIds, args: true }, sources), JSON.stringify(args));
}

/** The recorded calls whose results the branch holds. */
function keptCalls(session: MemorySession, { records }: Readonly<PruneState>): readonly Kept[] {
  const branch = session.port().branch();
  const calls = pairCalls(branch.map(({ message }) => message));
  // Of calls with one id in one message only their order tells which is which, and an edit may have taken a result out.
  const isAlone = ({ assistantIndex, call }: PairedCall) => {
    const caller = branch[assistantIndex]?.message as AssistantMessage;
    return toolCallsOf(caller).filter(({ id }) => id === call.id).length === 1;
  };
  const argsOf = new Map(
    calls.filter(isAlone).map(({ resultIndex, call }) => [branch[resultIndex]?.entryId, call.arguments]),
  );
  const messageOf = new Map(branch.map(({ entryId, message }) => [entryId, message]));
  return [...records.values()].flatMap(({ ref, entryId = "" }): readonly Kept[] => {
    const message = messageOf.get(entryId);
    if (ref === undefined || !message || !isToolResult(message)) return [];
    return [{ ref, message, args: argsOf.get(entryId) }];
  });
}
