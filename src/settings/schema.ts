import { type Static, Type } from "@sinclair/typebox";
import { choice, count, flag, list, milliseconds, model, share, shareOrOff } from "./leaf.ts";

const digest = Type.Object({
  share: share(0.24, {
    title: "Digest share",
    description: "How much of a result its digest may keep, before the two bounds below.",
    unit: "share of the raw tokens",
    command: "digest-share",
    presets: [0.1, 0.24, 0.4],
  }),
  maxTokens: count(750, {
    title: "Digest maximum",
    description: "No digest of a single result is longer than this; it wins over the minimum.",
    unit: "tokens",
    minimum: 1,
    command: "digest-max-tokens",
    presets: [150, 400, 750, 1500],
  }),
  minTokens: count(60, {
    title: "Digest minimum",
    description: "What a digest may always use, however short its result is.",
    unit: "tokens",
    command: "digest-min-tokens",
    presets: [30, 60, 120],
  }),
});

const chainCompression = Type.Object({
  enabled: flag(true, {
    title: "Compress chains",
    description: "Fold a finished prompt, from the user's message to the final reply, into one block.",
    command: "chains",
  }),
  rollingWindow: count(3, {
    title: "Chains kept raw",
    description: "How many of the latest finished prompts are left as they are.",
    unit: "chains",
    command: "chain-window",
    presets: [1, 2, 3, 5, 10],
  }),
  stripFinalAssistantThinking: flag(true, {
    title: "Strip final thinking",
    description: "Drop the thinking from the final reply of a compressed chain.",
    command: "chain-strip-thinking",
  }),
  fuseRangeSummary: flag(true, {
    title: "Fuse chain summaries",
    description:
      "Have the summarizer model make one text of a chain's summaries when it is compressed. The digest never does.",
    command: "chain-fuse",
  }),
});

const purgeErrors = Type.Object({
  enabled: flag(true, {
    title: "Purge failed arguments",
    description: "Replace the long arguments of failed calls by a placeholder.",
    command: "purge-errors",
  }),
  cooldownTurns: count(2, {
    title: "Purge cool-down",
    description: "Assistant turns that a failed call keeps its arguments, so that the model can try again.",
    unit: "turns",
    command: "purge-cooldown",
    presets: [1, 2, 3, 5, 10],
  }),
  minArgChars: count(500, {
    title: "Purge minimum",
    description: "Arguments whose JSON is shorter than this are left alone.",
    unit: "characters",
    command: "purge-min-chars",
    presets: [100, 500, 1000, 5000],
  }),
});

/** Everything a person can set, in the order it is shown: type, default, limits and words in one place. */
export const SettingsSchema = Type.Object({
  enabled: flag(true, {
    title: "Enabled",
    description: "Prune finished tool results from what the model is sent.",
    command: "enabled",
  }),
  pruneOn: choice(["auto", "agent-message", "on-demand"], "auto", {
    title: "Prune on",
    description:
      "When pending work is pruned: when it pays for rewriting the provider's cache, at every final reply, or only by `/pruner now`.",
    command: "prune-on",
  }),
  summarizerModel: model("builtin/digest", {
    title: "Summarizer model",
    description:
      "What summarizes results: `builtin/digest` (no model call), `default` (the session's model) or a model of its own.",
    command: "model",
    presets: ["builtin/digest", "default"],
  }),
  summarizerThinking: choice(["default", "off", "minimal", "low", "medium", "high", "xhigh"], "default", {
    title: "Summarizer thinking",
    description: "Thinking level of summarizer calls; `default` leaves it to the provider.",
    command: "thinking",
  }),
  summarizerConcurrency: count(4, {
    title: "Summarizer calls at once",
    description: "Upper limit of summarizer calls in flight; 1 makes them wait for each other.",
    unit: "calls",
    minimum: 1,
    command: "summarizer-concurrency",
    presets: [1, 2, 4, 8],
  }),
  summarizerIdleTimeoutMs: milliseconds(20_000, {
    title: "Summarizer idle timeout",
    description: "A summarizer call that sends nothing for so long is given up.",
    command: "idle-timeout",
    presets: [[0, "off"], 10_000, 20_000, 45_000, 90_000],
  }),
  summarizerMaxTimeoutMs: milliseconds(180_000, {
    title: "Summarizer total timeout",
    description: "A summarizer call that takes longer in all is given up.",
    command: "max-timeout",
    presets: [[0, "off"], 120_000, 180_000, 300_000, 600_000],
  }),
  batchingMode: choice(["turn", "agent-message"], "turn", {
    title: "Batching",
    description:
      "What is summarized together: the calls of one assistant turn, or all from a prompt to its reply.",
    command: "batching",
  }),
  keepRecent: count(3, {
    title: "Recent results kept",
    description: "The latest results that pruning in the middle of a run leaves alone.",
    unit: "results",
    command: "keep-recent",
    presets: [0, 3, 5, 10],
  }),
  minBatchChars: count(1000, {
    title: "Minimum batch",
    description: "Batches with less raw output than this are left alone.",
    unit: "characters",
    command: "min-batch-chars",
    presets: [[0, "off"], 500, 1000, 2000, 5000],
  }),
  condenseArguments: flag(true, {
    title: "Condense arguments",
    description: "Replace long arguments of finished calls, such as written files, by short digests.",
    command: "condense-arguments",
  }),
  dedupByContentHash: flag(true, {
    title: "Deduplicate",
    description: "Let a result equal to an earlier one share its record instead of being summarized again.",
    command: "dedup",
  }),
  digest,
  autoBudgetThreshold: shareOrOff(0.735, {
    title: "Budget trigger",
    description:
      "Also prune when the context reaches this share of the window or 300,000 tokens, whichever comes first.",
    unit: "share of the context window",
    command: "budget-threshold",
    presets: [[null, "off"], 0.6, 0.7, 0.735, 0.8, 0.9],
  }),
  budgetTurnDelta: shareOrOff(0.04, {
    title: "Growth trigger",
    description:
      "Also prune when one turn grows the context by this share of the window (of 300,000 tokens at most).",
    unit: "share of the context window",
    command: "budget-delta",
    presets: [[null, "off"], 0.02, 0.04, 0.1],
  }),
  spillThreshold: count(65_536, {
    title: "Spill threshold",
    description:
      "A single result of this size or more goes to a file and is shown as a preview from the start.",
    unit: "characters",
    minimum: 1,
    command: "spill-threshold",
    presets: [16_384, 32_768, 65_536, 131_072],
  }),
  spillPreviewBytes: count(2048, {
    title: "Spill preview",
    description: "How much of a spilled result its preview shows.",
    unit: "bytes",
    command: "spill-preview",
    presets: [512, 2048, 8192],
  }),
  protectedTools: list([], {
    title: "Protected tools",
    description: "Tools whose results and arguments are never touched.",
    unit: "tool names",
    command: "protected-tools",
  }),
  protectedPaths: list(["**/skills/**/*.md"], {
    title: "Protected paths",
    description: "Calls on a path that matches one of these patterns are never touched.",
    unit: "glob patterns",
    command: "protected-paths",
  }),
  recoveryGraceTurns: count(3, {
    title: "Recovery grace",
    description: "User turns that a recovered original stays in full.",
    unit: "turns",
    command: "recovery-grace",
    presets: [[0, "off"], 1, 3, 5, 8],
  }),
  chainCompression,
  purgeErrors,
  showPruneStatusLine: flag(true, {
    title: "Status line",
    description: "Show the pruner in the footer.",
    command: "status-line",
  }),
  showFlushNotice: flag(true, {
    title: "Flush notice",
    description: "Say in one line what was pruned, on hosts that cannot show the summary entry itself.",
    command: "flush-notice",
  }),
  quietOversizedSkips: flag(false, {
    title: "Quiet skips",
    description: "Do not mention batches that were left alone.",
    command: "quiet-skips",
  }),
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A complete set of settings, every leaf accepted by the schema. */
export type Settings = DeepReadonly<Static<typeof SettingsSchema>>;
