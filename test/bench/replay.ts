import { statSync } from "node:fs";
import { flushesIn } from "../support/flushes.ts";
import { hosts } from "../support/hosts.ts";
import type { RecordedRequest } from "../support/loopback/script.ts";
import { type Price, priceOf, promptTokensOf, sumUsage } from "../support/loopback/usage.ts";
import { recordingPath } from "../support/replay/recorded-files.ts";
import { type Recording, readRecording } from "../support/replay/recording.ts";
import { replay } from "../support/replay/replay.ts";
import { readSessionFile } from "../support/session-file.ts";

interface Recorded {
  readonly file: string;
  /** What the replay is to cost at most, relative to no extension. */
  readonly goal: number;
  readonly model: keyof typeof models;
}

/** As the hosts list them: dollars per million tokens, window in tokens, and the least the provider caches. */
const models = {
  "claude-sonnet-4-5": {
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    window: 200_000,
    minimumPrefix: 1024,
  },
  "claude-opus-4-5": {
    cost: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
    window: 200_000,
    minimumPrefix: 4096,
  },
  "glm-5.2": {
    cost: { input: 1.4, output: 4.4, cacheRead: 0.26, cacheWrite: 0 },
    window: 1_000_000,
    minimumPrefix: 1024,
  },
} satisfies Record<string, { cost: Price; window: number; minimumPrefix: number }>;

const sessions: readonly Recorded[] = [
  { file: "01-pimono-large", goal: 0.54, model: "claude-sonnet-4-5" },
  { file: "02-pimono-before-compaction", goal: 0.63, model: "claude-opus-4-5" },
  { file: "08-gjc-youtube", goal: 0.62, model: "glm-5.2" },
  { file: "10-gjc-dashboard-pr", goal: 0.6, model: "glm-5.2" },
  { file: "11-gjc-agent-ide", goal: 0.67, model: "glm-5.2" },
];
const MEAN_GOAL = 0.48;
const SMALL_WINDOW = 60_000;
const SMALL_GOAL = 0.85;
const FILE_GOAL = 1.1;

/**
 * What recorded sessions cost with the extension's defaults, relative to none: all requests of a real Pi (host B),
 * compactions included, against a provider with Anthropic's cache rules, on the recording's clock.
 */
export async function run(): Promise<void> {
  if (!recordingPath(sessions[0]?.file ?? "")) return say("The recorded sessions are not here.");
  const only = process.env.REPLAY_SESSIONS?.split(",");
  const chosen = sessions.filter(({ file }) => !only || only.some((name) => file.startsWith(name)));
  for (const small of [false, true]) {
    say(small ? `\non a window of ${SMALL_WINDOW} tokens` : "on the model's own window");
    say(
      "\n| session | requests | without | with | ratio | goal | file | largest prompt | compactions | flushes |",
    );
    say("|---|---|---|---|---|---|---|---|---|---|");
    const ratios: number[] = [];
    for (const recorded of chosen) ratios.push(await row(recorded, small));
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    say(`| mean | | | | ${mean.toFixed(3)} | ${small ? "" : MEAN_GOAL} | | | | |`);
  }
  say(`\nGoal for session files: at most ${FILE_GOAL} times as large.`);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function row({ file, goal, model }: Recorded, small: boolean): Promise<number> {
  const recording = readRecording(recordingPath(file) ?? "");
  const [without, pruned] = [
    await measure(recording, model, small, []),
    await measure(recording, model, small),
  ];
  const ratio = pruned.price / without.price;
  const both = (figure: (one: Measured) => string | number) => `${figure(without)} / ${figure(pruned)}`;
  say(
    `| ${[
      file,
      both(({ requests }) => requests),
      `$${without.price.toFixed(2)}`,
      `$${pruned.price.toFixed(2)}`,
      ratio.toFixed(3),
      small ? SMALL_GOAL : goal,
      (pruned.bytes / without.bytes).toFixed(3),
      both(({ largest }) => largest),
      both(({ compactions }) => compactions),
      pruned.flushes,
    ].join(" | ")} |`,
  );
  return ratio;
}

interface Measured {
  readonly price: number;
  readonly requests: number;
  readonly bytes: number;
  readonly largest: number;
  readonly compactions: number;
  readonly flushes: string;
}

async function measure(
  recording: Recording,
  name: keyof typeof models,
  small: boolean,
  extensions?: readonly string[],
): Promise<Measured> {
  const { cost, window, minimumPrefix } = models[name];
  const options = { recording, host: hosts.b, api: "anthropic" as const, cost, minimumPrefix };
  return replay(
    { ...options, window: small ? SMALL_WINDOW : window, ...(extensions && { extensions }) },
    async ({ loopback, sessionFile }) => {
      const [violation] = loopback.violations;
      if (violation) throw new Error(`refused: ${violation.violation.message}`);
      const { requests } = loopback;
      const { entries } = readSessionFile(sessionFile);
      return {
        price: priceOf(sumUsage(requests.flatMap(({ usage }) => (usage ? [usage] : []))), cost),
        requests: requests.length,
        bytes: statSync(sessionFile).size,
        largest: Math.max(...requests.map(promptOf)),
        compactions: entries.filter(({ type }) => type === "compaction").length,
        flushes: tally(flushesIn(entries)),
      };
    },
  );
}

const promptOf = ({ usage, promptTokens }: RecordedRequest): number =>
  usage ? promptTokensOf(usage) : promptTokens;

function tally(flushes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const flush of flushes) counts.set(flush, (counts.get(flush) ?? 0) + 1);
  return [...counts].map(([flush, count]) => `${flush} ${count}`).join(", ");
}
