import type { ToolCallRecord } from "../model/entries.ts";
import { compactCount, plural } from "../model/format.ts";
import type { PruneState } from "../state/state.ts";
import type { CommandContext } from "./command-context.ts";
import { settingOf } from "./setting-command.ts";
import { currentValue, valueText } from "./setting-text.ts";
import { statusText } from "./status-line.ts";

/** Settings that the reference's status names, with its words for them. */
const named: readonly (readonly [word: string, path: string])[] = [
  ["enabled", "enabled"],
  ["model", "summarizerModel"],
  ["thinking", "summarizerThinking"],
  ["idle to", "summarizerIdleTimeoutMs"],
  ["max to", "summarizerMaxTimeoutMs"],
  ["trigger", "pruneOn"],
  ["batching", "batchingMode"],
  ["dedup", "dedupByContentHash"],
];

/** `/pruner status`: what is set, what the summarizer cost, what is in the context. */
export function statusReport({ settings, session, status }: CommandContext): string {
  const facts = status();
  const values = named.map(([word, path]) => {
    const setting = settingOf(path);
    return row(word, valueText(setting, currentValue(setting, settings)));
  });
  return [
    ...values,
    row("status", statusText(facts).replace("│ prune: ", "")),
    row("pending", plural(facts.pending, "turn")),
    "--- summarizer ---",
    ...summarizerLines(session.state()),
    "--- context ---",
    ...contextLines(facts.metrics),
    ...(session.isRearmed() ? [row("rearmed", "yes")] : []),
  ].join("\n");
}

const row = (word: string, value: string): string => `${`${word}:`.padEnd(14)}${value}`;

function summarizerLines(state: Readonly<PruneState> | undefined): readonly string[] {
  const stats = state?.stats;
  if (!stats || stats.callCount === 0) return ["(no summarizer calls yet)"];
  return [
    row("calls", String(stats.callCount)),
    row("input", `${compactCount(stats.totalInputTokens)} tokens`),
    row("output", `${compactCount(stats.totalOutputTokens)} tokens`),
    row("cost", dollars(stats.totalCost)),
  ];
}

function contextLines(metrics: ReturnType<CommandContext["status"]>["metrics"]): readonly string[] {
  if (!metrics) return ["(no request yet)"];
  return [
    row("thinking", `${compactCount(metrics.openCycleThinkingTokens)} tokens in the open cycle`),
    row("chain share", `${metrics.largestChainSharePct}% in the largest chain`),
    row("frontier gap", `${compactCount(metrics.frontierGapTokens)} tokens a flush could take`),
  ];
}

/** `/pruner stats`: what the session's summarizer calls came to, and what was pruned. */
export function statsReport({ session }: CommandContext): string {
  const state = session.state();
  return [
    ...summarizerLines(state),
    row("chains", `${state?.stats?.chainsCompressed ?? state?.chains.size ?? 0} compressed`),
    ...(state ? prunedLines(state) : []),
  ].join("\n");
}

function prunedLines(state: Readonly<PruneState>): readonly string[] {
  const records = [...state.records.values()];
  const stubs = records.filter(({ stub }) => stub !== undefined);
  const restored = [...state.verbatim.values()].filter((why) => why === "restored").length;
  const effects = records.flatMap((record) => record.arguments ?? []);
  return [
    row("pruned", `${plural(stubs.length, "result")}, ${change(total(stubs, rawOf), total(stubs, shownOf))}`),
    ...(effects.length > 0
      ? [
          row(
            "arguments",
            `${plural(effects.length, "string")}, ${change(
              total(effects, ({ chars = 0 }) => chars),
              total(effects, ({ text }) => text.length),
            )}`,
          ),
        ]
      : []),
    ...(state.aliases.size > 0 ? [row("duplicates", String(state.aliases.size))] : []),
    ...(restored > 0 ? [row("restored", String(restored))] : []),
  ];
}

const rawOf = ({ chars = 0 }: ToolCallRecord): number => chars;
const shownOf = ({ stub = "" }: ToolCallRecord): number => stub.length;

const total = <T>(items: readonly T[], size: (item: T) => number): number =>
  items.reduce((sum, item) => sum + size(item), 0);

const change = (before: number, after: number): string =>
  `${compactCount(before)} -> ${compactCount(after)} chars`;

/** Dollars with as many digits as small amounts need. */
export const dollars = (amount: number): string => `$${amount.toFixed(amount > 0 && amount < 0.01 ? 6 : 4)}`;
