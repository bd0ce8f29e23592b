import type { Api, Model } from "@mariozechner/pi-ai";
import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Notice, SummaryModel, SummaryModels } from "../ports.ts";
import { parseModelSpec, type ThinkingLevel } from "../settings/model-spec.ts";
import { type CallTarget, callModel, usableWindow } from "./model-call.ts";

/** The settings that choose and bound summarizer calls; times in ms, 0 for no limit. */
export interface ModelSettings {
  readonly summarizerModel: string;
  readonly summarizerThinking: "default" | ThinkingLevel;
  readonly summarizerIdleTimeoutMs: number;
  readonly summarizerMaxTimeoutMs: number;
}

/**
 * The models for the summaries that begin now. Everything is taken from `ctx` at once: it may be gone by the time a
 * call is made. Undefined when there is no model at all; a setting that names none falls back to the session's model.
 */
export function summaryModels(
  ctx: Pick<ExtensionContext, "modelRegistry" | "model">,
  settings: ModelSettings,
): SummaryModels | undefined {
  const { modelRegistry: registry, model: session } = ctx;
  const base = {
    registry,
    sessionId: crypto.randomUUID(),
    limits: { idleMs: settings.summarizerIdleTimeoutMs, totalMs: settings.summarizerMaxTimeoutMs },
  };
  const { model = session, thinking = settings.summarizerThinking, warning } = configured(registry, settings);
  if (!model) return undefined;
  const isSession = session !== undefined && nameOf(session) === nameOf(model);
  return {
    primary: callable({ ...base, model, thinking }),
    ...(session && { sessionProvider: session.provider }),
    ...(session &&
      !isSession && {
        session: callable({ ...base, model: session, thinking: settings.summarizerThinking }),
      }),
    ...(warning && { warning }),
  };
}

interface Configured {
  /** Absent for the session's model. */
  readonly model?: Model<Api>;
  readonly thinking?: ThinkingLevel;
  readonly warning?: Notice;
}

function configured(registry: CallTarget["registry"], settings: ModelSettings): Configured {
  const knows = (provider: string, id: string) => registry.find(provider, id) !== undefined;
  const parsed = parseModelSpec(settings.summarizerModel, knows);
  if (!parsed.ok) return { warning: fallingBack(parsed.message) };
  if (parsed.spec.kind !== "model") return {};
  const { provider, id, thinking } = parsed.spec;
  const model = registry.find(provider, id);
  return { ...(model && { model }), ...(thinking && { thinking }) };
}

const fallingBack = (cause: string): Notice => ({
  kind: "summarizer-model",
  level: "warning",
  text: `pi-condense: summarizerModel: ${cause} The session's model is used instead.`,
});

const nameOf = ({ provider, id }: Model<Api>): string => `${provider}/${id}`;

const callable = (target: CallTarget): SummaryModel => ({
  name: nameOf(target.model),
  provider: target.model.provider,
  window: usableWindow(target.model),
  call: (request) => callModel(target, request),
});
