import type { FlushReport } from "../flush/report.ts";
import { compactCount, plural } from "../model/format.ts";
import { type Command, type CommandContext, helpText } from "./command.ts";
import { statusText } from "./status-line.ts";

/** The subcommands that do something, in the order help shows them. */
export const actions: readonly Command[] = [
  {
    name: "on",
    usage: "on",
    summary: "Prune finished tool results.",
    run: (_, context) => turn(true, context),
  },
  {
    name: "off",
    usage: "off",
    summary: "Stop pruning and show every result in full again.",
    run: (_, context) => turn(false, context),
  },
  {
    name: "status",
    usage: "status",
    summary: "What is on, what is pending and what the latest request saved.",
    run: (_, { say, facts }) => say(describeStatus(facts())),
  },
  {
    name: "now",
    usage: "now",
    summary: "Prune everything the model has read, right away.",
    run: async (_, { say, flush }) => say(describeFlush(await flush())),
  },
  { name: "help", usage: "help", summary: "Show this list.", run: (_, { say }) => say(helpText(actions)) },
];

async function turn(value: boolean, { save, say }: CommandContext): Promise<void> {
  const problem = await save("enabled", value);
  say(problem ?? `pruner: pruning is ${value ? "on" : "off"}.`);
}

/** `/pruner status`: one line per fact. */
function describeStatus({ settings, ...facts }: ReturnType<CommandContext["facts"]>): string {
  return [
    statusText(facts).replace("│ ", ""),
    `enabled: ${facts.enabled}`,
    `summarizer: ${settings.summarizerModel}`,
    `trigger: ${settings.pruneOn}`,
    `pending turns: ${facts.pending}`,
  ].join("\n");
}

/** What a flush by hand did, in one sentence. */
export function describeFlush(report: FlushReport | undefined): string {
  if (!report) return "pruner: nothing flushed — a flush is already running, or it was cancelled.";
  if (report.outcome === "empty")
    return "pruner: nothing pending — every result the model has read is dealt with.";
  if (report.calls === 0) return `pruner: nothing pruned — ${reasons[report.outcome]}`;
  const { calls, batches, stubChars, rawChars, refs } = report;
  const range = refs && (refs.first === refs.last ? refs.first : `${refs.first}..${refs.last}`);
  return (
    `pruner: pruned ${plural(calls, "tool call")} from ${plural(batches, "batch", "batches")}` +
    ` (${range}) — ${compactCount(stubChars)} chars instead of ${compactCount(rawChars)}.`
  );
}

const reasons: Readonly<Record<Exclude<FlushReport["outcome"], "empty">, string>> = {
  summarized: "there was nothing to do.",
  "skipped-oversized": "no stub would be shorter than its result.",
  "skipped-trivial": "what is left is too little to be worth it; it stays pending.",
  "skipped-deduped": "every result is known already.",
  failed: "the summarizer failed; the results stay as they are.",
};
