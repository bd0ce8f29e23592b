import type { FlushReport } from "../flush/report.ts";
import { compactCount, plural } from "../model/format.ts";
import type { Settings } from "../settings/schema.ts";

/** Something to say in passing. What has a cause is said once for it as long as the session is open. */
export interface PassingNotice {
  readonly text: string;
  readonly cause?: string;
}

/** A flush that nobody asked for, as far as its notices go. */
export interface AutomaticFlush {
  readonly report: FlushReport;
  readonly settings: Settings;
  /** Finished turns it found waiting. */
  readonly pending: number;
  /** Whether the transcript shows the flush by itself. */
  readonly isShownInTranscript: boolean;
}

/** What to say about a flush, in this order: why it came now, what it did, what it left alone. */
export function flushNotices(flush: AutomaticFlush): readonly PassingNotice[] {
  return [...gateNotice(flush), ...doneNotice(flush), ...skipNotice(flush)];
}

const gates: Partial<Record<FlushReport["trigger"], (turns: string) => string>> = {
  budget: (turns) => `pruner: context budget reached — compacting ${turns}`,
  delta: (turns) => `pruner: context jumped this turn — compacting ${turns}`,
  rearmed: () => "pruner: context budget reached — compacting work recovered after reload",
};

function gateNotice({ report, pending }: AutomaticFlush): readonly PassingNotice[] {
  const gate = gates[report.trigger];
  return gate && report.changed ? [{ text: gate(plural(Math.max(1, pending), "pending turn")) }] : [];
}

function doneNotice({ report, settings, isShownInTranscript }: AutomaticFlush): readonly PassingNotice[] {
  if (!settings.showFlushNotice || isShownInTranscript) return [];
  const { calls, refs, rawChars, stubChars, blocks } = report;
  const range = refs ? ` (${refRange(refs.first, refs.last)})` : "";
  const sizes = `${compactCount(rawChars)} -> ${compactCount(stubChars)} chars`;
  const parts = [
    ...(calls > 0 ? [`pruned ${plural(calls, "tool call")}${range} · ${sizes}`] : []),
    ...(blocks.length > 0 ? [`compressed ${plural(blocks.length, "chain")} (${blocks.join(", ")})`] : []),
  ];
  return parts.length > 0 ? [{ text: `pruner: ${parts.join("; ")}` }] : [];
}

function skipNotice({ report: { fates }, settings }: AutomaticFlush): readonly PassingNotice[] {
  if (settings.quietOversizedSkips || fates.oversized === 0) return [];
  const calls = plural(fates.oversized, "tool call");
  return [
    {
      cause: "oversized",
      text: `pruner: skipped pruning ${calls} — no summary would be shorter; /pruner quiet-skips on hides this`,
    },
  ];
}

/** `t3..t7`, or `t3`. */
export const refRange = (first: string, last: string): string =>
  first === last ? first : `${first}..${last}`;

/** Said when the first turn waits, where that is not decided turn by turn. */
export function queueNotice(pruneOn: Settings["pruneOn"], pending: number): PassingNotice | undefined {
  if (pruneOn === "auto" || pending !== 1) return undefined;
  const when =
    pruneOn === "agent-message"
      ? "will summarize on agent's next text response"
      : "will summarize on /pruner now";
  return { cause: `queued ${pruneOn}`, text: `pruner: ${plural(pending, "turn")} queued — ${when}` };
}

/** Two lines for whoever has never seen the pruner at work. */
export const FIRST_RUN_NOTICE = [
  "pruner: finished tool results become short stubs, so that long sessions stay small and cheap. Nothing is lost: the model gets every original back when it asks.",
  "/pruner settings changes how, /pruner tree shows what was pruned, /pruner off turns it off.",
].join("\n");
