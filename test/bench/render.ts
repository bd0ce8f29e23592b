import { fileURLToPath } from "node:url";
import { extensionPath, type HostCli, hosts } from "../support/hosts.ts";
import { startLoopback } from "../support/loopback.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { createSandbox } from "../support/sandbox.ts";
import { call, calls, type Line, longText, reply, result, transcript, user } from "../support/transcript.ts";
import { messageEntry, writeSession } from "../support/written-session.ts";

const SIZES = [1000, 3000, 10_000];
const REQUESTS = 15;

/** Turns with a tool call between a prompt and its final reply: ten messages in all. */
const TURNS = 4;

const clock = (end: string) => fileURLToPath(new URL(`../support/context-clock/${end}.ts`, import.meta.url));
const extensions = [clock("before"), extensionPath, clock("after")];

interface Work {
  readonly name: string;
  readonly lines: (chain: number) => readonly Line[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly commands: readonly string[];
}

const toolWork = (chain: number): readonly Line[] => [
  user(`prompt ${chain}`),
  ...Array.from({ length: TURNS }, (_, turn) => {
    const id = `call-${chain}-${turn}`;
    return [
      calls(call(id, "bash", { command: `cat part-${turn}.txt` })),
      result(id, { text: longText(30, chain * TURNS + turn) }),
    ];
  }).flat(),
  reply(`done with ${chain}`),
];

const talk = (chain: number): readonly Line[] =>
  Array.from({ length: TURNS + 1 }, (_, turn) => [
    user(longText(5, chain * TURNS + turn)),
    reply(longText(5, chain)),
  ]).flat();

const works: readonly Work[] = [
  { name: "nothing to do", lines: talk, settings: {}, commands: [] },
  {
    name: "stubs",
    lines: toolWork,
    settings: { chainCompression: { enabled: false } },
    commands: ["/pruner now"],
  },
  { name: "stubs and chains", lines: toolWork, settings: {}, commands: ["/pruner now"] },
];

interface Reading {
  readonly ms: number;
  readonly copyMs: number;
  readonly before: number;
  readonly after: number;
}

/** What a `context` event takes beside the host's own copy of the same messages, in a real Pi. */
export async function run(): Promise<void> {
  process.stdout.write(`medians of ${REQUESTS} requests; the host's copy is taken in the same event\n\n`);
  process.stdout.write(
    "| host | work | messages | sent | host's copy | pruner | of the copy |\n|---|---|---|---|---|---|---|\n",
  );
  for (const host of [hosts.a, hosts.b])
    for (const work of works)
      for (const size of SIZES) process.stdout.write(`${row(host, work, await measure(host, work, size))}\n`);
}

function row({ id }: HostCli, { name }: Work, readings: readonly Reading[]): string {
  const of = (field: keyof Reading) => median(readings.map((reading) => reading[field]));
  const share = median(readings.map(({ ms, copyMs }) => ms / copyMs));
  const cells = [id, name, of("before"), of("after"), ms(of("copyMs")), ms(of("ms")), percent(share)];
  return `| ${cells.join(" | ")} |`;
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function measure(host: HostCli, work: Work, size: number): Promise<readonly Reading[]> {
  const loopback = await startLoopback({ scripts: { "main-1": () => ({ text: "yes" }) } });
  const sandbox = createSandbox({
    host,
    loopback,
    api: "anthropic",
    models: [{ id: "main-1", contextWindow: 100_000_000 }],
    settings: { compaction: { enabled: false }, contextPrune: { ...work.settings } },
  });
  const chains = Math.round(size / (2 * TURNS + 2));
  const lines = Array.from({ length: chains }, (_, chain) => work.lines(chain)).flat();
  const session = writeSession(sandbox, transcript(lines).map(messageEntry));
  const rpc = startRpc(sandbox, { extensions, args: ["--session", session] });
  try {
    for (const command of work.commands) await rpc.call({ type: "prompt", message: command });
    // The first requests compile what they run.
    for (let request = -5; request < REQUESTS; request++) await rpc.prompt("and?");
    return readingsOf(rpc).slice(-REQUESTS);
  } finally {
    await rpc.close();
    await loopback.close();
    sandbox.dispose();
  }
}

const readingsOf = (rpc: Rpc): readonly Reading[] =>
  rpc.records.flatMap(({ method, message }) => {
    if (method !== "notify" || !String(message).startsWith('{"clock"')) return [];
    return [(JSON.parse(String(message)) as { readonly clock: Reading }).clock];
  });
