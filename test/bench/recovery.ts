import { SessionManager } from "@mariozechner/pi-coding-agent";
import { sessionArchive } from "../../src/host/archive.ts";
import { withTimeLimit } from "../../src/host/time-limit.ts";
import type { ToolCallRecord } from "../../src/model/entries.ts";
import { textOf } from "../../src/model/message.ts";
import { tokenWeight } from "../../src/model/tokens.ts";
import { answer } from "../../src/recovery/answer.ts";
import type { Query, Sources } from "../../src/recovery/query.ts";
import { fold } from "../../src/state/reducers.ts";
import { calls, result, transcript } from "../support/transcript.ts";
import { recordedSegments } from "./digest/sessions.ts";

const OUTPUTS = 1000;

/** Characters from which on a result is worth pruning by the default settings. */
const MIN_CHARS = 1000;

const places = { head: 0.02, middle: 0.5, tail: 0.98 } as const;
type Place = keyof typeof places;
const PLACES: readonly Place[] = ["head", "middle", "tail"];

interface Planted {
  readonly ref: string;
  readonly text: string;
  readonly needles: Readonly<Record<Place, string>>;
}

/** How many planted needles one query finds, and what part of the output's tokens its answer takes. */
export async function run(): Promise<void> {
  const planted = outputs().map(plant);
  const sources = archived(planted);
  const all = planted.flatMap((output) =>
    PLACES.map((place) => ({ ...output, needle: output.needles[place] })),
  );
  // Searching everything takes long enough for one needle of each output.
  const some = all.filter((_, at) => at % PLACES.length === Math.floor(at / PLACES.length) % PLACES.length);
  const rows = [
    measure("its ref", all, ({ ref, needle }) => ask({ toolCallIds: [ref], pattern: needle }, sources)),
    measure('"*"', some, ({ needle }) => ask({ toolCallIds: ["*"], pattern: needle }, sources)),
  ];
  process.stdout.write(`${OUTPUTS} archived outputs, a needle at head, middle and tail of each\n\n`);
  process.stdout.write(
    "| a pattern and | found | median share of the output | mean | ms per query |\n|---|---|---|---|---|\n",
  );
  for (const row of rows) process.stdout.write(`${row}\n`);
}

/** Outputs of recorded sessions, again from the first when there are too few; made-up logs when there are none. */
function outputs(): readonly string[] {
  const recorded = recordedSegments()
    .flatMap(({ items }) => items)
    .flatMap((item) =>
      item.kind === "result" && item.call.text.length >= MIN_CHARS ? [item.call.text] : [],
    );
  const texts =
    recorded.length > 0 ? recorded : Array.from({ length: 40 }, (_, at) => madeUpLog(20 + at * 25));
  return Array.from({ length: OUTPUTS }, (_, at) => texts[at % texts.length] ?? "");
}

const madeUpLog = (lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) => `[${at}] src/part-${at % 17}.ts compiled in ${(at * 37) % 911} ms`,
  ).join("\n");

function plant(text: string, at: number): Planted {
  const lines = text.split("\n");
  const needle = (place: Place) => `needle_${place}_${at}_`;
  for (const place of PLACES) {
    const line = Math.min(lines.length - 1, Math.floor(lines.length * places[place]));
    const whole = lines[line] ?? "";
    const cut = Math.floor(whole.length * places[place]);
    lines[line] = `${whole.slice(0, cut)}${needle(place)}${whole.slice(cut)}`;
  }
  const needles = { head: needle("head"), middle: needle("middle"), tail: needle("tail") };
  return { ref: `t${at + 1}`, text: lines.join("\n"), needles };
}

/** The outputs in a session, with the records that the pruner keeps of them. */
function archived(planted: readonly Planted[]): Sources {
  const session = SessionManager.inMemory("/project");
  const messages = transcript(planted.flatMap(({ ref, text }) => [calls(ref), result(ref, { text })]));
  const toolCalls: ToolCallRecord[] = [];
  for (const message of messages) {
    // The builders make the messages of a session; the host's type leaves out some that nobody makes here.
    const entryId = session.appendMessage(message as Parameters<typeof session.appendMessage>[0]);
    if (message.role !== "toolResult") continue;
    const { toolCallId, toolName, timestamp } = message;
    toolCalls.push({ toolCallId, toolName, resultTimestamp: timestamp, ref: toolCallId, entryId });
  }
  const state = fold([{ type: "context-prune-index", data: { toolCalls } }]);
  return {
    known: { branch: state, file: () => state },
    archive: sessionArchive(session),
    limit: withTimeLimit,
  };
}

function ask(query: Query, sources: Sources): string {
  const found = answer(query, sources);
  return found.ok ? textOf(found.content) : "";
}

interface Question extends Planted {
  readonly needle: string;
}

function measure(
  name: string,
  questions: readonly Question[],
  query: (question: Question) => string,
): string {
  const start = performance.now();
  const answers = questions.map(query);
  const time = (performance.now() - start) / questions.length;
  const found = questions.filter((question, at) => isFound(question, answers[at] ?? "")).length;
  const shares = questions
    .map(({ text }, at) => tokenWeight(answers[at] ?? "") / tokenWeight(text))
    .sort((a, b) => a - b);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const percent = (share = 0) => `${(100 * share).toFixed(1)} %`;
  return `| ${[
    name,
    `${found}/${questions.length}`,
    percent(shares[shares.length >> 1]),
    percent(mean),
    time.toFixed(1),
  ].join(" | ")} |`;
}

const isFound = ({ ref, needle }: Question, told: string): boolean =>
  told.includes(`## toolRef: ${ref}\n`) && new RegExp(`^\\d+(:\\d+-\\d+)?: .*${needle}`, "m").test(told);
