import type { Spend } from "../economics/counterfactual.ts";
import type { ToolCallRecord } from "../model/entries.ts";
import { compactCount, plural } from "../model/format.ts";
import type { SessionSpend } from "../savings/session-spend.ts";
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

/**
 * What the host counted for the prompts; then, by one model of the provider's cache, what they cost as they were sent
 * and as they would have been unpruned, and what is left of the difference after the summarizer; in tokens where the
 * model has no prices.
 */
function savingLines(spend: SessionSpend, summarizer: number): readonly string[] {
  const { requests, recoveries, reported, actual, unpruned } = spend;
  if (requests === 0) return ["(no answered request yet)"];
  const hasPrices = unpruned.cost > 0;
  const [before, after] = hasPrices
    ? [unpruned.cost, actual.cost + summarizer]
    : [tokensOf(unpruned), tokensOf(actual)];
  const saved = hasPrices ? signed(before - after, dollars) : signed(before - after, tokenText);
  return [
    row("counted", `${spendText(reported, reported.cost > 0)}, ${plural(requests, "request")}`),
    "--- estimated by the provider's cache rules ---",
    row("sent", spendText(actual, hasPrices)),
    row("unpruned", spendText(unpruned, hasPrices)),
    row("net saving", before > 0 ? `${saved} (${Math.round((1 - after / before) * 100)}%)` : saved),
    ...(recoveries > 0 ? [row("recoveries", `${plural(recoveries, "request")}, counted as cost`)] : []),
  ];
}

const tokensOf = ({ read, write, input }: Spend): number => read + write + input;
const tokenText = (tokens: number): string => `${compactCount(tokens)} tokens`;
const signed = (amount: number, text: (amount: number) => string): string =>
  amount < 0 ? `-${text(-amount)}` : text(amount);

function spendText(spend: Spend, hasPrices: boolean): string {
  const tokens = `${tokenText(tokensOf(spend))} (${compactCount(spend.read)} from the cache)`;
  return hasPrices ? `${dollars(spend.cost)}, ${tokens}` : tokens;
}

/** `/pruner stats`: what was saved, what the summarizer cost, and what was pruned. */
export function statsReport({ session }: CommandContext): string {
  const state = session.state();
  return [
    "--- prompts ---",
    ...savingLines(session.spend(), state?.stats?.totalCost ?? 0),
    "--- summarizer ---",
    ...summarizerLines(state),
    "--- pruned ---",
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
