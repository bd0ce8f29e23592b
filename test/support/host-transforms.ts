import { fileURLToPath } from "node:url";
import type { AgentMessage, Messages } from "../../src/model/message.ts";
import type { RealSessionManager } from "./memory-session.ts";
import { SOURCE } from "./source.ts";
import { OWN_MODEL } from "./transcript.ts";

export type HostName = "a" | "b";

/** What `transformMessages` hands to a provider's own code: user, assistant, toolResult, on host B also system. */
export type LlmMessage = Readonly<Record<string, unknown>> & {
  readonly role: string;
  readonly content: unknown;
};

export interface ModelShape {
  readonly label: string;
  readonly api: string;
  readonly provider: string;
  readonly id: string;
  readonly input: readonly string[];
  /** How this provider's code rewrites the call ids of other models. */
  readonly normalize: (id: string) => string;
}

type Normalize = (id: string) => string;

/** The real code of one host between the session and the provider. */
export interface Host {
  readonly name: HostName;
  readonly convertToLlm: (messages: Messages) => LlmMessage[];
  readonly transformMessages: (
    messages: readonly LlmMessage[],
    model: ModelShape,
    normalize?: Normalize,
  ) => LlmMessage[];
  /** The text that a compaction or the summary of a branch makes of a conversation. */
  readonly serializeConversation: (messages: readonly LlmMessage[]) => string;
  readonly SessionManager: { inMemory(cwd: string): RealSessionManager };
}

/** The model that wrote the builders' messages, so that its thinking and signatures are sent back. */
export const anthropicModel: ModelShape = {
  label: "anthropic",
  api: OWN_MODEL.api,
  provider: OWN_MODEL.provider,
  id: OWN_MODEL.model,
  input: ["text", "image"],
  normalize: (id) => id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64),
};

/** Another model, without images: foreign thinking goes, ids are rewritten, images become a line of text. */
export const openaiModel: ModelShape = {
  label: "openai",
  api: "openai-completions",
  provider: "openai",
  id: "gpt",
  input: ["text"],
  normalize: (id) => (id.split("|")[0] ?? "").slice(0, 40),
};

/** Another model again, with images: ids stay what they were. */
const googleModel: ModelShape = {
  label: "google",
  api: "google-generative-ai",
  provider: "google",
  id: "gemini-3-pro",
  input: ["text", "image"],
  normalize: (id) => id,
};

// Mistral is told from the others by its ids alone, which its own code makes up: its bodies are judged whole.
export const models: readonly ModelShape[] = [anthropicModel, openaiModel, googleModel];

const modulesFolder = new URL("../../node_modules/", import.meta.url);

// None of these modules is exported by its package, and together they are exactly what stands between the `context`
// handler and a provider.
const hostA = new URL("./", import.meta.resolve("@mariozechner/pi-coding-agent"));
const files: Record<HostName, { readonly core: URL; readonly transform: URL }> = {
  a: {
    core: new URL("./core/", hostA),
    transform: new URL("./providers/transform-messages.js", import.meta.resolve("@mariozechner/pi-ai")),
  },
  b: {
    core: new URL("./pi-host-b/dist/core/", modulesFolder),
    transform: new URL("./@earendil-works/pi-ai/dist/api/transform-messages.js", modulesFolder),
  },
};

async function loadHost(name: HostName): Promise<Host> {
  const { core, transform } = files[name];
  const [messages, sessions, compaction, transforms] = await Promise.all(
    [
      new URL("./messages.js", core),
      new URL("./session-manager.js", core),
      new URL("./compaction/utils.js", core),
      transform,
    ].map((url) => import(/* @vite-ignore */ fileURLToPath(url))),
  );
  return {
    name,
    convertToLlm: messages.convertToLlm,
    transformMessages: transforms.transformMessages,
    serializeConversation: compaction.serializeConversation,
    SessionManager: sessions.SessionManager,
  };
}

export const hosts: readonly Host[] = await Promise.all([loadHost("a"), loadHost("b")]);

export const host = (name: HostName): Host => hosts[name === "a" ? 0 : 1] as Host;

/** Everything both hosts' code makes of `messages` for each model, by a name for messages of failing tests. */
export function* conversions(
  messages: Messages,
): Generator<readonly [string, readonly LlmMessage[] | Error]> {
  for (const one of hosts)
    for (const model of models) yield [`host ${one.name}, ${model.label}`, convert(one, model, messages)];
}

/**
 * What `model`'s provider code would be given on this host; the error where the host's code throws on malformed
 * messages. Results that the host invents carry the time of the call: timestamps are taken out, no provider sees them.
 */
export function convert(one: Host, model: ModelShape, messages: Messages): readonly LlmMessage[] | Error {
  try {
    // The hosts never touch what they are given here, so that frozen input is fine.
    const llm = one.convertToLlm(messages as AgentMessage[]);
    return one.transformMessages(llm, model, model.normalize).map(withoutTime);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The same without any rewriting of ids, for questions of pairing alone. */
export function convertWithOwnIds(one: Host, messages: Messages): readonly LlmMessage[] | Error {
  return convert(one, { ...anthropicModel, normalize: (id) => id }, messages);
}

function withoutTime(message: LlmMessage): LlmMessage {
  const { timestamp: _, [SOURCE]: __, ...rest } = message;
  return rest as LlmMessage;
}
