import type { AgentMessage, AssistantMessage, ToolCall } from "../../src/model/message.ts";

type Undated<T> = T extends { timestamp: number } ? Omit<T, "timestamp"> & { timestamp?: number } : never;

/** A message that takes its timestamp from the transcript it stands in, unless it brings its own. */
export type Line = Undated<AgentMessage>;

/** When the first undated line of a transcript happens, and how much later each next one does, in ms. */
export interface Clock {
  readonly start?: number;
  readonly step?: number;
}

/** What every line may say about itself. */
interface Dated {
  readonly at?: number;
}

/**
 * Lines as messages: undated ones in the order of the clock, results named after the latest call with their id.
 * `transcript([user(), calls("a"), result("a"), reply()])`.
 */
export function transcript(lines: readonly Line[], { start = 1000, step = 1 }: Clock = {}): AgentMessage[] {
  const names = new Map<string, string>();
  let now = start - step;
  return lines.map((line) => {
    if (line.role === "assistant") for (const call of callsIn(line.content)) names.set(call.id, call.name);
    now += step;
    const message = { timestamp: now, ...line };
    if (message.role !== "toolResult" || message.toolName !== "") return message as AgentMessage;
    return { ...message, toolName: names.get(message.toolCallId) ?? "bash" } as AgentMessage;
  });
}

export const user = (text = "go", options: Dated & { images?: number } = {}): Line => ({
  role: "user",
  content: [...textBlocks(text), ...images(options.images)],
  ...dated(options),
});

export const call = (
  id: string,
  name = "bash",
  args: Record<string, unknown> = { command: `run ${id}` },
): ToolCall => ({ type: "toolCall", id, name, arguments: args });

interface AssistantOptions extends Dated {
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly calls?: readonly (string | ToolCall)[];
  readonly stopReason?: AssistantMessage["stopReason"];
}

/** Any assistant message; a reply that ended well unless its options say otherwise. */
export function assistant(options: AssistantOptions): Line {
  const { text, thinking, signature, calls: made = [], stopReason } = options;
  return {
    role: "assistant",
    content: [
      ...(thinking === undefined
        ? []
        : [{ type: "thinking" as const, thinking, ...(signature && { thinkingSignature: signature }) }]),
      ...(text === undefined ? [] : [{ type: "text" as const, text }]),
      ...made.map((item) => (typeof item === "string" ? call(item) : item)),
    ],
    ...OWN_MODEL,
    usage: NO_USAGE,
    stopReason: stopReason ?? (made.length > 0 ? "toolUse" : "stop"),
    ...dated(options),
  };
}

/** An assistant message that does nothing but call tools. */
export const calls = (...made: readonly (string | ToolCall)[]): Line => assistant({ calls: made });

export const reply = (text = "done", options: Omit<AssistantOptions, "text"> = {}): Line =>
  assistant({ ...options, text });

interface ResultOptions extends Dated {
  readonly text?: string;
  readonly error?: boolean;
  readonly images?: number;
  readonly tool?: string;
}

/** The result of a call; its tool is that of the latest call with this id in the transcript. */
export const result = (id: string, options: ResultOptions = {}): Line => ({
  role: "toolResult",
  toolCallId: id,
  toolName: options.tool ?? "",
  content: [...textBlocks(options.text ?? `output of ${id}`), ...images(options.images)],
  isError: options.error === true,
  ...dated(options),
});

export const custom = (
  text = "a note",
  options: Dated & { type?: string; details?: unknown } = {},
): Line => ({
  role: "custom",
  customType: options.type ?? "other-extension",
  content: text,
  display: true,
  ...(options.details !== undefined && { details: options.details }),
  ...dated(options),
});

export const shell = (
  command = "ls",
  options: Dated & { excluded?: boolean; output?: string } = {},
): Line => ({
  role: "bashExecution",
  command,
  output: options.output ?? "",
  exitCode: 0,
  cancelled: false,
  truncated: false,
  ...(options.excluded && { excludeFromContext: true }),
  ...dated(options),
});

export const branchSummary = (summary = "what the other branch did", options: Dated = {}): Line => ({
  role: "branchSummary",
  summary,
  fromId: "root",
  ...dated(options),
});

export const compactionSummary = (summary = "what came before", options: Dated = {}): Line => ({
  role: "compactionSummary",
  summary,
  tokensBefore: 1,
  ...dated(options),
});

/** A message with a role the supported types do not know: `system` of newer hosts, or anything a file may hold. */
export const strange = (role: string, content: unknown = "x"): Line =>
  // Hosts pass on what session files hold, whatever the types say.
  ({ role, content }) as unknown as Line;

/** `count` lines of about 40 characters that no other `seed` repeats. */
export const longText = (count = 30, seed = 0): string =>
  Array.from({ length: count }, (_, index) => `line ${index} of the long text number ${seed}`).join("\n");

/** The model the builders' assistant messages come from. */
export const OWN_MODEL = {
  api: "anthropic-messages" as AssistantMessage["api"],
  provider: "anthropic" as AssistantMessage["provider"],
  model: "claude",
};

const NO_USAGE: AssistantMessage["usage"] = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const dated = ({ at }: Dated) => (at === undefined ? {} : { timestamp: at });

const textBlocks = (text: string) => (text === "" ? [] : [{ type: "text" as const, text }]);

const images = (count = 0) =>
  Array.from({ length: count }, () => ({ type: "image" as const, data: PIXEL, mimeType: "image/png" }));

function callsIn(content: unknown): readonly ToolCall[] {
  if (!Array.isArray(content)) return [];
  return content.filter((block: { type?: unknown } | null): block is ToolCall => block?.type === "toolCall");
}
