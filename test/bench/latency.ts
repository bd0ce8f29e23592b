import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { flushEnded } from "../support/flushes.ts";
import { extensionPath, type HostCli, hosts } from "../support/hosts.ts";
import type { Reply } from "../support/loopback/script.ts";
import { type Loopback, startLoopback } from "../support/loopback.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { createSandbox } from "../support/sandbox.ts";

/** Listens to all that happens, and does nothing: what any extension costs. */
const idleExtension = fileURLToPath(new URL("./idle-extension.ts", import.meta.url));
const clock = fileURLToPath(new URL("../support/run-clock.mjs", import.meta.url));
const ends = { a: "agent_end", b: "agent_settled" } as const;
/** So many Pis of each kind are measured while the summarizers of the others take their time. */
const COPIES = 5;
const ROUNDS = 20;
const ABORTS = 15;
/** Turns with a tool call between a prompt and its final answer. */
const TURNS = 3;
/** A model that answers at once would find Pi busy with the request: that is not the end of a run. */
const ANSWER_MS = 50;
const SUMMARIZER_MS = 10_000;
/** Behind a run its flush begins, and the clock notes: that is not to disturb the next run. */
const QUIET_MS = 300;

/** How long a summarizer that takes ten seconds holds a person up, in ms, on both hosts: it should not be felt. */
export async function run(): Promise<void> {
  process.stdout.write(
    `a summarizer that takes ${SUMMARIZER_MS / 1000} s; medians of ${COPIES * ROUNDS} runs of ${TURNS} tool calls each, in turn, from the last byte of the final answer to the end of the run, taken inside Pi\n\n`,
  );
  process.stdout.write(
    "| host | no extension | one that does nothing | pi-condense | ratio to none | ratio to one that does nothing | abort of a waiting request, median | most |\n|---|---|---|---|---|---|---|---|\n",
  );
  for (const host of [hosts.a, hosts.b]) process.stdout.write(`${await measure(host)}\n`);
}

async function measure(host: HostCli): Promise<string> {
  const { none, idle, ours } = await endings(host);
  const aborted = await abortions(host);
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return `| ${[
    host.id,
    ms(none),
    ms(idle),
    ms(ours),
    (ours / none).toFixed(2),
    (ours / idle).toFixed(2),
    ms(median(aborted)),
    ms(Math.max(...aborted)),
  ].join(" | ")} |`;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

type Kind = "none" | "idle" | "ours";

/** Runs in turn, in an order that goes round: what one figure suffers from, the others do, too. */
async function endings(host: HostCli): Promise<Record<Kind, number>> {
  const opened = (extensions: readonly string[]) =>
    Promise.all(
      Array.from({ length: COPIES }, () =>
        openPi({ host, settings: { pruneOn: "agent-message" }, extensions }),
      ),
    );
  const none = await opened([]);
  const idle = await opened([idleExtension]);
  const ours = await opened([extensionPath]);
  const variants = [none, idle, ours];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const from = ours.map(({ rpc }) => rpc.records.length);
      for (let copy = 0; copy < COPIES; copy++)
        for (let at = 0; at < variants.length; at++)
          await variants[(round + copy + at) % variants.length]?.[copy]?.run();
      // The next round is to begin flushes of its own.
      await Promise.all(ours.map(({ rpc }, copy) => flushEnded(rpc, from[copy])));
    }
    return { none: medianOf(none), idle: medianOf(idle), ours: medianOf(ours) };
  } finally {
    for (const pi of variants.flat()) await pi.close();
  }
}

/** Of all runs but the first of each Pi, which warms it up. */
function medianOf(pis: readonly Pi[]): number {
  const times = pis.flatMap((pi) => pi.times().slice(1));
  if (times.length !== COPIES * ROUNDS) throw new Error(`${times.length} runs were timed`);
  return median(times);
}

interface Pi {
  readonly host: HostCli;
  readonly loopback: Loopback;
  readonly rpc: Rpc;
  /** One run, to what its clock notes of it. */
  readonly run: () => Promise<void>;
  /** What its runs took, in ms. */
  readonly times: () => readonly number[];
  readonly close: () => Promise<void>;
}

interface PiParts {
  readonly host: HostCli;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly extensions: readonly string[];
}

async function openPi({ host, settings, extensions }: PiParts): Promise<Pi> {
  const slow: Reply = { text: "[[1:bash]] it counted", delayMs: SUMMARIZER_MS };
  const loopback = await startLoopback({ scripts: { "sum-1": () => slow } });
  const sandbox = createSandbox({
    host,
    loopback,
    api: "anthropic",
    models: ["main-1", "main-2", "sum-1"].map((id) => ({ id })),
    settings: {
      contextPrune: { summarizerModel: "loop/sum-1", chainCompression: { enabled: false }, ...settings },
    },
  });
  const file = join(sandbox.directory, "run-clock");
  const env = {
    NODE_OPTIONS: `--import=${clock}`,
    RUN_CLOCK_FILE: file,
    RUN_CLOCK_END: ends[host.id],
  };
  const rpc = startRpc(sandbox, { extensions, env });
  const run = async () => {
    loopback.setScript("main-1", turns());
    await rpc.prompt("go on");
    await setTimeout(QUIET_MS);
  };
  const times = () => readFileSync(file, "utf8").trim().split("\n").map(Number);
  const close = async () => {
    await rpc.close();
    await loopback.close();
    sandbox.dispose();
  };
  return { host, loopback, rpc, run, times, close };
}

let outputs = 0;

/** Turns with outputs that no other one equals, and the answer. */
function turns(): readonly Reply[] {
  const call = (): Reply => {
    const command = `for i in $(seq 1 100); do echo "line $i of output ${++outputs}"; done`;
    return { toolCalls: [{ name: "bash", input: { command } }] };
  };
  return [...Array.from({ length: TURNS }, call), { text: "done", delayMs: ANSWER_MS }];
}

const runEnded = ({ host, rpc }: Pi, from: number) => rpc.waitFor(({ type }) => type === ends[host.id], from);

/** From an abort, while a request on a cold cache waits for its texts, to the end of the run. */
async function abortions(host: HostCli): Promise<readonly number[]> {
  const settings = { pruneOn: "auto", summarizerIdleTimeoutMs: 0, summarizerMaxTimeoutMs: 0 };
  const pi = await openPi({ host, settings, extensions: [extensionPath] });
  const { loopback, rpc } = pi;
  try {
    loopback.setScript("main-1", turns());
    loopback.setScript("sum-1", () => ({ fault: { kind: "stall-before" } }));
    await rpc.prompt("go on");
    await loopback.waitForRequest(({ model }) => model === "sum-1");
    const requests = loopback.requests.length;
    const times: number[] = [];
    for (let at = 0; at < ABORTS; at++) {
      // Another model finds nothing in the cache: that request may wait.
      await rpc.call({ type: "set_model", provider: "loop", modelId: at % 2 === 0 ? "main-2" : "main-1" });
      times.push(await timeOfAbort(pi));
    }
    if (loopback.requests.length !== requests) throw new Error("A request did not wait for its texts");
    return times;
  } finally {
    await pi.close();
  }
}

async function timeOfAbort(pi: Pi): Promise<number> {
  const { rpc } = pi;
  const from = rpc.records.length;
  rpc.send({ type: "prompt", message: "and now?" });
  await rpc.waitFor(({ type, message }) => type === "message_end" && isOfUser(message), from);
  // Answered when Pi has come as far as it gets without the texts.
  await rpc.call({ type: "get_state" });
  const start = performance.now();
  rpc.send({ type: "abort" });
  await runEnded(pi, from);
  return performance.now() - start;
}

const isOfUser = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "role" in message && message.role === "user";
