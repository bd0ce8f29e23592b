import type { Settings } from "./schema.ts";

export type ThinkingLevel = Exclude<Settings["summarizerThinking"], "default">;

/** Who summarizes. A model may bring its own thinking level, which then goes before `summarizerThinking`. */
export type ModelSpec =
  | { readonly kind: "digest" }
  | { readonly kind: "session" }
  | {
      readonly kind: "model";
      readonly provider: string;
      readonly id: string;
      readonly thinking?: ThinkingLevel;
    };

export type ParsedModelSpec =
  | { readonly ok: true; readonly spec: ModelSpec }
  | { readonly ok: false; readonly reason: "malformed" | "unknown-model"; readonly message: string };

/** Whether the host has a model of this name. */
export type KnowsModel = (provider: string, id: string) => boolean;

const LEVELS: ReadonlySet<string> = new Set<ThinkingLevel>([
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
]);

/**
 * Reads `builtin/digest`, `default` or `provider/model-id[:thinking]`. Ids may hold `/` and `:` themselves: the
 * provider ends at the first slash, and the text behind the last colon is a thinking level only if it names one and
 * the id is known without it but not with it.
 */
export function parseModelSpec(text: string, knows: KnowsModel): ParsedModelSpec {
  const name = text.trim();
  if (name === "builtin/digest") return { ok: true, spec: { kind: "digest" } };
  if (name === "default") return { ok: true, spec: { kind: "session" } };

  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  const id = name.slice(slash + 1);
  if (provider === "" || id === "")
    return refuse("malformed", `"${name}" is not builtin/digest, default or provider/model-id.`);
  if (knows(provider, id)) return { ok: true, spec: { kind: "model", provider, id } };

  const colon = id.lastIndexOf(":");
  const level = id.slice(colon + 1);
  const shorter = id.slice(0, Math.max(0, colon));
  if (isThinkingLevel(level) && shorter !== "" && knows(provider, shorter))
    return { ok: true, spec: { kind: "model", provider, id: shorter, thinking: level } };
  return refuse("unknown-model", `no model "${name}" is known.`);
}

function isThinkingLevel(text: string): text is ThinkingLevel {
  return LEVELS.has(text);
}

function refuse(reason: "malformed" | "unknown-model", message: string): ParsedModelSpec {
  return { ok: false, reason, message };
}
