import type {
  AssistantMessage,
  ImageContent,
  TextContent,
  ToolCall,
  ToolResultMessage,
} from "@mariozechner/pi-ai";
import type { ContextEvent } from "@mariozechner/pi-coding-agent";

/** Whatever Pi may put in front of the model: LLM messages plus Pi's own custom roles. */
export type AgentMessage = ContextEvent["messages"][number];
export type Messages = readonly AgentMessage[];
export type ResultBlock = TextContent | ImageContent;
export type { AssistantMessage, ToolCall, ToolResultMessage };

/** What one image counts in rendered characters; its bytes say nothing about its tokens. */
export const IMAGE_CHARS = 4800;

// Old session files, custom tools and other extensions deliver content as null, as a string, or with
// holes in it, whatever the types say: every reader of content goes through here.
function blocksOf(content: unknown): readonly { readonly type?: unknown }[] {
  if (typeof content === "string")
    return content === "" ? [] : [{ type: "text", text: content } as TextContent];
  return Array.isArray(content) ? content.filter((block) => typeof block === "object" && block !== null) : [];
}

/** The text and image blocks of any message's content; blocks of other kinds are left out. */
export function resultBlocks(content: unknown): readonly ResultBlock[] {
  return blocksOf(content).filter(
    (block): block is ResultBlock =>
      (block.type === "text" && typeof (block as TextContent).text === "string") || block.type === "image",
  );
}

/** The text blocks joined by line breaks, as the reference hashes and shows them. */
export function textOf(content: unknown): string {
  const texts = resultBlocks(content).flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.length === 1 ? (texts[0] ?? "") : texts.join("\n");
}

/** Characters of `textOf`, without joining anything. */
export function textChars(content: unknown): number {
  let chars = -1;
  for (const block of resultBlocks(content)) if (block.type === "text") chars += block.text.length + 1;
  return Math.max(0, chars);
}

export function imagesOf(content: unknown): readonly ImageContent[] {
  return resultBlocks(content).filter((block) => block.type === "image");
}

/** Size of content as the model is sent it, in characters; an image counts `IMAGE_CHARS`. */
export function renderedChars(content: unknown): number {
  if (typeof content === "string") return content.length;
  if (!Array.isArray(content)) return 0;
  // Asked of every message of every request: nothing is made on the way.
  let chars = 0;
  for (let index = 0; index < content.length; index++) {
    const { type, text } = (content[index] ?? {}) as { readonly type?: unknown; readonly text?: unknown };
    if (type === "image") chars += IMAGE_CHARS;
    else if (type === "text" && typeof text === "string") chars += text.length;
  }
  return chars;
}

/** A block a tool can have run for: without an id or a name nothing can be paired. */
export function isToolCall(block: unknown): block is ToolCall {
  if (typeof block !== "object" || block === null) return false;
  const { type, id, name } = block as Partial<ToolCall>;
  return type === "toolCall" && typeof id === "string" && typeof name === "string";
}

export function toolCallsOf({ content }: { readonly content: unknown }): readonly ToolCall[] {
  return Array.isArray(content) && content.some(isToolCall) ? content.filter(isToolCall) : NO_CALLS;
}

const NO_CALLS: readonly ToolCall[] = [];

/** The arguments of a call as an object; anything else a provider or an old file may hold counts as none. */
export function argumentsOf(call: ToolCall): Readonly<Record<string, unknown>> {
  const args: unknown = call.arguments;
  return typeof args === "object" && args !== null && !Array.isArray(args)
    ? (args as Record<string, unknown>)
    : {};
}

export const isToolResult = (message: AgentMessage): message is ToolResultMessage =>
  message?.role === "toolResult" && typeof message.toolCallId === "string";

export const isAssistant = (message: AgentMessage): message is AssistantMessage =>
  message?.role === "assistant";

/** Both hosts leave these out of every request, but not the results of their calls. */
export const isDropped = (message: AssistantMessage): boolean =>
  message.stopReason === "error" || message.stopReason === "aborted";

/** A reply the provider completed: everything in front of it has been read by the model. */
export const isAnswer = (message: AgentMessage): message is AssistantMessage =>
  isAssistant(message) &&
  (message.stopReason === "stop" || message.stopReason === "length" || message.stopReason === "toolUse");

/** The end of a run's tool work: a completed reply that calls no tool. */
const isFinalReply = (message: AgentMessage): message is AssistantMessage =>
  isAssistant(message) && message.stopReason === "stop" && toolCallsOf(message).length === 0;

/** How a run's last reply ends its work; undefined for any other message. */
export function endingOf(message: AgentMessage): "final" | "cut off" | undefined {
  if (isFinalReply(message)) return "final";
  return isCutOff(message) ? "cut off" : undefined;
}

/** A reply without a call that reached the limit of its tokens. */
export const isCutOff = (message: AgentMessage): message is AssistantMessage =>
  isAssistant(message) && message.stopReason === "length" && toolCallsOf(message).length === 0;

const barrierRoles: ReadonlySet<string> = new Set(["user", "custom", "branchSummary", "compactionSummary"]);

/**
 * Reaches the provider as a user message, and so ends a turn of tool calls. Both hosts' `convertToLlm` leave out
 * shell commands the user excluded, system messages (host B moves them behind the results) and unknown roles.
 */
export function isBarrier(message: AgentMessage): boolean {
  const role: unknown = message?.role;
  if (role === "bashExecution") return !(message as { excludeFromContext?: unknown }).excludeFromContext;
  return typeof role === "string" && barrierRoles.has(role);
}

/** What the person said last; undefined when that is out of the context. */
export function lastUserText(messages: Messages): string | undefined {
  const user = messages.findLast((message) => message.role === "user");
  return user?.role === "user" ? textOf(user.content) : undefined;
}
