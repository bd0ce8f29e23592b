import { flushEnded } from "../support/flushes.ts";
import { extensionPath, type HostCli, hosts } from "../support/hosts.ts";
import type { Reply } from "../support/loopback/script.ts";
import { type Loopback, startLoopback } from "../support/loopback.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { createSandbox } from "../support/sandbox.ts";

const PAIRS = 15;
const SUMMARIZER_MS = 10_000;

/** How long a summarizer that takes ten seconds holds a person up, in ms, on both hosts: it should not be felt. */
export async function run(): Promise<void> {
  process.stdout.write(`a summarizer that takes ${SUMMARIZER_MS / 1000} s, ${PAIRS} runs each, medians\n\n`);
  process.stdout.write(
    "| host | final answer to the end, without | with | ratio | least, without | with | abort of a waiting request, median | most |\n|---|---|---|---|---|---|---|---|\n",
  );
  for (const host of [hosts.a, hosts.b]) process.stdout.write(`${await measure(host)}\n`);
}

async function measure(host: HostCli): Promise<string> {
  const { without, with: pruned } = await endings(host);
  const aborted = await abortions(host);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return `| ${[
    host.id,
    ms(median(without)),
    ms(median(pruned)),
    (median(pruned) / median(without)).toFixed(2),
    // On a busy machine the medians say more about the others on it.
    ms(Math.min(...without)),
    ms(Math.min(...pruned)),
    ms(median(aborted)),
    ms(Math.max(...aborted)),
  ].join(" | ")} |`;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Pairs of runs, one without and one with the extension right after each other, in alternating order. */
async function endings(host: HostCli): Promise<Record<"without" | "with", readonly number[]>> {
  const settings = { pruneOn: "agent-message" };
  return withPi({ host, settings, extensions: [] }, (plain) =>
    withPi({ host, settings, extensions: [extensionPath] }, async (extended) => {
      const times = { without: [] as number[], with: [] as number[] };
      for (let pair = -1; pair < PAIRS; pair++) {
        const takes = [
          async () => times.without.push(await timeToEnd(plain)),
          async () => {
            const from = extended.rpc.records.length;
            times.with.push(await timeToEnd(extended));
            // The next run is to begin a flush of its own.
            await flushEnded(extended.rpc, from);
          },
        ];
        for (const take of pair % 2 === 0 ? takes : takes.reverse()) await take();
      }
      // The first pair warms up.
      return { without: times.without.slice(1), with: times.with.slice(1) };
    }),
  );
}

interface Pi {
  readonly host: HostCli;
  readonly loopback: Loopback;
  readonly rpc: Rpc;
}

interface PiParts {
  readonly host: HostCli;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly extensions: readonly string[];
}

async function withPi<T>({ host, settings, extensions }: PiParts, play: (pi: Pi) => Promise<T>): Promise<T> {
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
  const rpc = startRpc(sandbox, { extensions });
  try {
    return await play({ host, loopback, rpc });
  } finally {
    await rpc.close();
    await loopback.close();
    sandbox.dispose();
  }
}

let outputs = 0;

/** A turn with an output that no other one equals, and the answer. */
function turns(): readonly Reply[] {
  const command = `for i in $(seq 1 250); do echo "line $i of output ${++outputs}"; done`;
  return [{ toolCalls: [{ name: "bash", input: { command } }] }, { text: "done" }];
}

const ends = { a: "agent_end", b: "agent_settled" } as const;

const runEnded = ({ host, rpc }: Pi, from: number) => rpc.waitFor(({ type }) => type === ends[host.id], from);

async function timeToEnd(pi: Pi): Promise<number> {
  const { loopback, rpc } = pi;
  const from = rpc.records.length;
  const known = loopback.requests.length;
  loopback.setScript("main-1", turns());
  const answered = loopback
    .waitForRequest(
      ({ index, model, outcome, reply }) =>
        index >= known && model === "main-1" && outcome === "answered" && reply?.text === "done",
    )
    .then(() => performance.now());
  const ended = runEnded(pi, from).then(() => performance.now());
  rpc.send({ type: "prompt", message: "go on" });
  return (await ended) - (await answered);
}

/** From an abort, while a request on a cold cache waits for its texts, to the end of the run. */
async function abortions(host: HostCli): Promise<readonly number[]> {
  const settings = { pruneOn: "auto", summarizerIdleTimeoutMs: 0, summarizerMaxTimeoutMs: 0 };
  return withPi({ host, settings, extensions: [extensionPath] }, async (pi) => {
    const { loopback, rpc } = pi;
    loopback.setScript("main-1", turns());
    loopback.setScript("sum-1", () => ({ fault: { kind: "stall-before" } }));
    await rpc.prompt("go on");
    await loopback.waitForRequest(({ model }) => model === "sum-1");
    const requests = loopback.requests.length;
    const times: number[] = [];
    for (let at = 0; at < PAIRS; at++) {
      // Another model finds nothing in the cache: that request may wait.
      await rpc.call({ type: "set_model", provider: "loop", modelId: at % 2 === 0 ? "main-2" : "main-1" });
      times.push(await timeOfAbort(pi));
    }
    if (loopback.requests.length !== requests) throw new Error("A request did not wait for its texts");
    return times;
  });
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
