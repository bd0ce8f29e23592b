import { stringsIn, withString } from "../model/argument-strings.ts";
import {
  type AgentMessage,
  type AssistantMessage,
  argumentsOf,
  isAssistant,
  isToolCall,
  isToolResult,
  type Messages,
  type ToolCall,
  textChars,
  textOf,
} from "../model/message.ts";
import { messageChars } from "../model/size.ts";
import { head } from "../model/text.ts";

/** Both hosts cut every tool result at this many characters before they have it summarized. */
const HOST_RESULT_CHARS = 2000;
/** A stub shorter than this says too little. */
const LEAST_RESULT_CHARS = 240;
/** What the host prints around a message: who speaks, and an empty line. */
const LABEL_CHARS = 24;
/** How long one argument or result may be, in characters, from generous to the least that says something. */
const LIMITS = [16_000, 8000, 4000, 2000, 1400, 1000, 700, 500, 350, 240, 170, 120, 80];

/** The messages of one prompt, and which of them the pruner made. */
export interface Shown {
  readonly messages: Messages;
  /** Results that show a stub: its last line tells how to get the original. */
  readonly stubs: ReadonlySet<AgentMessage>;
  /** Blocks of compressed chains. */
  readonly blocks: ReadonlySet<AgentMessage>;
}

/**
 * Messages that a host prints in at most `budget` characters, as far as cutting can do that. Stubs and what a block
 * relocates are cut like any result, so that what stands behind them is printed. For want of room the thinking goes
 * first, which host B leaves out anyway; then long arguments and results are cut, the longest most.
 */
export function fitted(shown: Shown, budget: number): AgentMessage[] {
  const cutAt = (limit: number) => (message: AgentMessage) => cut(message, limit, shown);
  const whole = shown.messages.map(cutAt(Number.POSITIVE_INFINITY));
  if (printedChars(whole) <= budget) return whole;
  let bare = whole.map(withoutThinking);
  for (const limit of LIMITS) {
    if (printedChars(bare) <= budget) break;
    bare = shown.messages.map(cutAt(limit)).map(withoutThinking);
  }
  return bare;
}

function cut(message: AgentMessage, limit: number, { stubs, blocks }: Shown): AgentMessage {
  const most = Math.min(HOST_RESULT_CHARS, Math.max(LEAST_RESULT_CHARS, limit));
  if (blocks.has(message)) return withShortOutputs(message, most);
  if (isAssistant(message)) return withShortArguments(message, limit);
  if (!isToolResult(message)) return message;
  const text = textOf(message.content);
  if (text.length <= most) return message;
  if (stubs.has(message)) return { ...message, content: [{ type: "text", text: shortStub(text, most) }] };
  // As long as the host's own limit is the narrower one, it says itself how much is missing.
  return most === HOST_RESULT_CHARS
    ? message
    : { ...message, content: [{ type: "text", text: short(text, most) }] };
}

const short = (text: string, most: number): string =>
  text.length <= most ? text : `${head(text, most - 1)}…`;

function shortStub(text: string, most: number): string {
  const lines = text.split("\n");
  const recovery = lines.at(-1) ?? "";
  return `${head(lines.slice(0, -1).join("\n"), most - recovery.length - 3)}\n…\n${recovery}`;
}

// Within a block, nothing but the pruner's own tags can look like one.
const OUTPUTS = /(<protected-output [^>]*>\n)([\s\S]*?)(\n<\/protected-output>)/g;

function withShortOutputs(block: AgentMessage, most: number): AgentMessage {
  if (block.role !== "user") return block;
  const whole = textOf(block.content);
  const text = whole.replace(
    OUTPUTS,
    (_, open: string, output: string, close: string) => `${open}${short(output, most)}${close}`,
  );
  return text === whole ? block : { ...block, content: [{ type: "text", text }] };
}

function withShortArguments(message: AssistantMessage, limit: number): AgentMessage {
  if (!Array.isArray(message.content) || !Number.isFinite(limit)) return message;
  const content = message.content.map((block) => (isToolCall(block) ? shortCall(block, limit) : block));
  return { ...message, content };
}

function shortCall(call: ToolCall, limit: number): ToolCall {
  const long = stringsIn(call.arguments).filter(({ text }) => text.length > limit);
  const args = long.reduce<unknown>(
    (current, { path }) => withString(current, path, (text) => short(text, limit)),
    call.arguments,
  );
  // Still an object of the same keys: only strings inside it were cut.
  return { ...call, arguments: args as ToolCall["arguments"] };
}

function withoutThinking(message: AgentMessage): AgentMessage {
  if (!isAssistant(message) || !Array.isArray(message.content)) return message;
  return { ...message, content: message.content.filter((block) => block?.type !== "thinking") };
}

/** About the characters of the prompt that a host makes of messages. */
export const printedChars = (messages: Messages): number =>
  messages.reduce((sum, message) => sum + LABEL_CHARS + charsOf(message), 0);

function charsOf(message: AgentMessage): number {
  if (isToolResult(message)) return Math.min(HOST_RESULT_CHARS, textChars(message.content));
  if (message?.role === "user" || message?.role === "custom") return textChars(message.content);
  if (!isAssistant(message) || !Array.isArray(message.content)) return messageChars(message);
  const said = { ...message, content: message.content.filter((block) => !isToolCall(block)) };
  const calls = message.content.filter(isToolCall);
  return calls.reduce((sum, call) => sum + callChars(call), messageChars(said));
}

// The host prints values as JSON, where each line break is two characters.
const callChars = (call: ToolCall): number => call.name.length + JSON.stringify(argumentsOf(call)).length;
