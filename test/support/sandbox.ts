import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostCli } from "./hosts.ts";
import type { Protocol } from "./loopback/script.ts";
import type { Price } from "./loopback/usage.ts";
import type { Loopback } from "./loopback.ts";

/** A model as Pi's models.json describes it. Sizes in tokens. */
export interface SandboxModel {
  readonly id: string;
  readonly contextWindow?: number;
  readonly maxTokens?: number;
  readonly reasoning?: boolean;
  readonly input?: readonly ("text" | "image")[];
  readonly cost?: Price;
  /** Life of a cache entry in seconds, for host B alone. */
  readonly promptCache?: { readonly short: number };
  /** What host B believes of its provider beside that. */
  readonly compat?: Readonly<Record<string, boolean>>;
}

export interface SandboxOptions {
  readonly host: HostCli;
  /** Answers for provider `loop`; with a record, one provider per name, and the first is the default. */
  readonly loopback: Loopback | Readonly<Record<string, Loopback>>;
  readonly api: Protocol;
  /** Laid over the settings that every sandbox has, key by key at the top level. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Default: `main-1` (the default model) and `sum-1`. The first is the default model. */
  readonly models?: readonly SandboxModel[];
  /** Of every model that says nothing else. Default 200,000 tokens. */
  readonly contextWindow?: number;
  readonly compaction?: {
    readonly enabled?: boolean;
    readonly reserveTokens?: number;
    readonly keepRecentTokens?: number;
  };
}

/** A home, an agent folder and a working folder of their own, and nothing of the user's environment. */
export interface Sandbox {
  readonly host: HostCli;
  readonly directory: string;
  readonly home: string;
  readonly agentDir: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dispose: () => void;
}

const defaultModels: readonly SandboxModel[] = [
  { id: "main-1" },
  { id: "sum-1", input: ["text"], cost: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 } },
];
const defaultPrice: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const apis: Readonly<Record<Protocol, string>> = {
  anthropic: "anthropic-messages",
  openai: "openai-completions",
  responses: "openai-responses",
};

export function createSandbox(options: SandboxOptions): Sandbox {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "pi-condense-")));
  const folder = (name: string) => {
    const path = join(directory, name);
    mkdirSync(path);
    return path;
  };
  const home = folder("home");
  const agentDir = folder("agent");
  const cwd = folder("cwd");
  const temporary = folder("tmp");
  shareCompiledSources(temporary);
  writeJson(join(agentDir, "models.json"), { providers: providersOf(options) });
  writeJson(join(agentDir, "settings.json"), settingsOf(options));
  return {
    host: options.host,
    directory,
    home,
    agentDir,
    cwd,
    env: {
      HOME: home,
      PATH: process.env.PATH ?? "",
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      TMPDIR: temporary,
      PI_OFFLINE: "1",
      PI_SKIP_VERSION_CHECK: "1",
      PI_CODING_AGENT_DIR: agentDir,
    },
    dispose: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const isLoopback = (value: SandboxOptions["loopback"]): value is Loopback =>
  "requests" in value && Array.isArray(value.requests);

const loopbacksOf = ({ loopback }: SandboxOptions): Readonly<Record<string, Loopback>> =>
  isLoopback(loopback) ? { loop: loopback } : loopback;

function providersOf(options: SandboxOptions) {
  const models = (options.models ?? defaultModels).map((model) => ({
    name: model.id,
    reasoning: true,
    input: ["text", "image"],
    contextWindow: options.contextWindow ?? 200_000,
    maxTokens: 8192,
    cost: defaultPrice,
    ...model,
  }));
  const entries = Object.entries(loopbacksOf(options)).map(([name, { url }]) => [
    name,
    { baseUrl: url, api: apis[options.api], apiKey: "test-key", models },
  ]);
  return Object.fromEntries(entries);
}

function settingsOf(options: SandboxOptions) {
  return {
    defaultProvider: Object.keys(loopbacksOf(options))[0],
    defaultModel: (options.models ?? defaultModels)[0]?.id,
    defaultThinkingLevel: "off",
    retry: { enabled: true, maxRetries: 2, baseDelayMs: 1, provider: { maxRetries: 0 } },
    ...(options.compaction && { compaction: options.compaction }),
    ...options.settings,
  };
}

// Both hosts keep compiled extension sources in `$TMPDIR/jiti`, keyed by content: sharing them saves seconds per start.
function shareCompiledSources(temporary: string): void {
  const shared = join(tmpdir(), "pi-condense-jiti");
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, join(temporary, "jiti"), "dir");
}

const writeJson = (path: string, value: unknown) =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
