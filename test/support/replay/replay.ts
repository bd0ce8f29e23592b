import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type HostCli, projectRoot } from "../hosts.ts";
import type { Protocol } from "../loopback/script.ts";
import type { Price } from "../loopback/usage.ts";
import { type Loopback, startLoopback } from "../loopback.ts";
import { type Rpc, startRpc } from "../rpc.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { REPLAY_PART, type ReplayPart } from "./extension.ts";
import type { Recording } from "./recording.ts";
import { ReplayedModel } from "./replayed-model.ts";

const TIMEOUT_MS = 600_000;
const replayExtension = fileURLToPath(new URL("./extension.ts", import.meta.url));

export interface ReplayOptions {
  readonly recording: Recording;
  readonly host: HostCli;
  readonly api: Protocol;
  /** Beside the one that plays the tools. Default: the project's own. */
  readonly extensions?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** In tokens: the host knows it, and the provider refuses what is longer. */
  readonly window: number;
  readonly cost?: Price;
  /** Prompts below which the provider caches nothing, in tokens. */
  readonly minimumPrefix?: number;
  readonly keepBodies?: boolean;
}

export interface Replayed {
  readonly loopback: Loopback;
  readonly sandbox: Sandbox;
  readonly rpc: Rpc;
  readonly sessionFile: string;
}

/** Plays a recorded session in a real Pi; `judge` sees it when all is said, while Pi still runs. */
export async function replay<T>(
  options: ReplayOptions,
  judge: (replayed: Replayed) => Promise<T>,
): Promise<T> {
  const { recording, host, api, window, cost } = options;
  const model = new ReplayedModel(recording);
  const loopback = await startLoopback({
    scripts: { [recording.model]: model.script },
    now: model.now,
    windows: { [recording.model]: window },
    ...(options.minimumPrefix !== undefined && { minimumPrefix: options.minimumPrefix }),
    keepBodies: options.keepBodies === true,
  });
  const sandbox = createSandbox({
    host,
    loopback,
    api,
    models: [{ id: recording.model, contextWindow: window, maxTokens: 16_384, ...(cost && { cost }) }],
    settings: {
      defaultThinkingLevel: recording.hasThinking ? "medium" : "off",
      steeringMode: "all",
      ...options.settings,
    },
  });
  const partPath = join(sandbox.directory, "replay.json");
  writeFileSync(partPath, JSON.stringify(partOf(recording)));
  const rpc = startRpc(sandbox, {
    extensions: [replayExtension, ...(options.extensions ?? [join(projectRoot, "src/index.ts")])],
    env: { [REPLAY_PART]: partPath },
    timeoutMs: TIMEOUT_MS,
  });
  model.rpc = rpc;
  try {
    await play(rpc, recording, model);
    const { sessionFile } = await rpc.call({ type: "get_state" });
    return await judge({ loopback, sandbox, rpc, sessionFile: String(sessionFile) });
  } finally {
    await rpc.close();
    await loopback.close();
    sandbox.dispose();
  }
}

async function play(rpc: Rpc, { prompts }: Recording, model: ReplayedModel): Promise<void> {
  let expected = 0;
  for (const { text, at, turns } of prompts) {
    expected += turns.length;
    await rpc.call({ type: "prompt", message: `/replay-at ${at}` });
    // A text that looks like a command is none.
    await rpc.prompt(text.startsWith("/") ? ` ${text}` : text);
    if (model.position !== expected)
      throw new Error(`${model.position} replies were asked for, but ${expected} recorded, after: ${text}`);
  }
}

function partOf({ prompts, answers }: Recording): ReplayPart {
  const calls = prompts.flatMap(({ turns }) => turns.flatMap(({ reply }) => reply.toolCalls ?? []));
  return {
    startsAt: prompts[0]?.at ?? 0,
    tools: [...new Set(calls.map(({ name }) => name))],
    answers,
    notes: Object.fromEntries(prompts.flatMap(({ note }, at) => (note === undefined ? [] : [[at, note]]))),
  };
}
