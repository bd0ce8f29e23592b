import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FauxResponseStep, registerFauxProvider } from "@mariozechner/pi-ai";
import {
  type AgentSession,
  AuthStorage,
  createAgentSession,
  DefaultResourceLoader,
  type ExtensionFactory,
  ModelRegistry,
  SessionManager,
  SettingsManager,
} from "@mariozechner/pi-coding-agent";
import { extensionPath } from "./hosts.ts";

export interface SdkOptions {
  /** The scripted model's replies, in order; functions see the context they answer. */
  readonly responses: readonly FauxResponseStep[];
  /** Paths of extensions. Default: the project's own, unless `factories` are given. */
  readonly extensions?: readonly string[];
  readonly factories?: readonly ExtensionFactory[];
  /** In tokens. Default 100,000. */
  readonly contextWindow?: number;
  /** Default: one in memory. */
  readonly sessionManager?: SessionManager;
}

/** A session of host A inside the test's own process, with a scripted model and no network. */
export interface SdkSession {
  readonly session: AgentSession;
  /** What extensions threw, at load and later. Tests expect `[]`. */
  readonly extensionErrors: readonly unknown[];
  /** Resolves when the run is over and everything it caused is in the session. */
  readonly prompt: (text: string) => Promise<void>;
  readonly setResponses: (responses: readonly FauxResponseStep[]) => void;
  readonly dispose: () => void;
}

/** While a session is open, `PI_CODING_AGENT_DIR` names its empty agent folder: one session at a time. */
export async function createSdkSession(options: SdkOptions): Promise<SdkSession> {
  const directory = mkdtempSync(join(tmpdir(), "pi-condense-sdk-"));
  const userAgentDir = process.env.PI_CODING_AGENT_DIR;
  process.env.PI_CODING_AGENT_DIR = directory;
  const model = scriptedModel(options.contextWindow ?? 100_000);
  model.setResponses([...options.responses]);

  const settingsManager = SettingsManager.inMemory({ compaction: { enabled: false } });
  const extensionErrors: unknown[] = [];
  const resourceLoader = await loadExtensions(directory, options, settingsManager);
  const { session, extensionsResult } = await createAgentSession({
    cwd: directory,
    agentDir: directory,
    model: model.getModel(),
    modelRegistry: ModelRegistry.inMemory(model.auth),
    authStorage: model.auth,
    settingsManager,
    sessionManager: options.sessionManager ?? SessionManager.inMemory(directory),
    resourceLoader,
  });
  extensionErrors.push(...extensionsResult.errors);
  await session.bindExtensions({ onError: (error) => extensionErrors.push(error) });
  return {
    session,
    extensionErrors,
    prompt: async (text) => {
      await session.prompt(text);
      // Host A writes the session behind its run, and has no public way to wait for that.
      await (session as unknown as { readonly _agentEventQueue: Promise<void> })._agentEventQueue;
    },
    setResponses: (responses) => model.setResponses([...responses]),
    dispose: () => {
      session.dispose();
      model.unregister();
      if (userAgentDir === undefined) delete process.env.PI_CODING_AGENT_DIR;
      else process.env.PI_CODING_AGENT_DIR = userAgentDir;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function scriptedModel(contextWindow: number) {
  const model = registerFauxProvider({ provider: "faux", models: [{ id: "faux-1", contextWindow }] });
  return { ...model, auth: AuthStorage.inMemory({ faux: { type: "api_key", key: "test-key" } }) };
}

async function loadExtensions(directory: string, options: SdkOptions, settingsManager: SettingsManager) {
  const loader = new DefaultResourceLoader({
    cwd: directory,
    agentDir: directory,
    settingsManager,
    noExtensions: true,
    additionalExtensionPaths: [...(options.extensions ?? (options.factories ? [] : [extensionPath]))],
    extensionFactories: [...(options.factories ?? [])],
    noSkills: true,
    noPromptTemplates: true,
    noThemes: true,
    noContextFiles: true,
  });
  await loader.reload();
  return loader;
}
