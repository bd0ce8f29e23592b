import { basename } from "node:path";
import type { AgentMessage, AssistantMessage } from "../../../src/model/message.ts";
import { textOf } from "../../../src/model/message.ts";
import type { Reply } from "../loopback/script.ts";
import { readSessionFile } from "../session-file.ts";
import { type Answers, answersIn } from "./answers.ts";
import { shortId } from "./short-id.ts";

/** One reply of the recorded model, and what came of it. */
export interface RecordedTurn {
  readonly reply: Reply;
  /** When its request began, in ms since 1970. */
  readonly at: number;
  /** The person broke it off, or the process died under it. */
  readonly isAborted: boolean;
  /** What the person typed while its tools ran. */
  readonly steers: readonly string[];
}

export interface RecordedPrompt {
  readonly text: string;
  /** In ms since 1970. */
  readonly at: number;
  /** A message that another extension put beside the prompt. */
  readonly note?: string;
  readonly turns: readonly RecordedTurn[];
}

/** A recorded session as a person and a model would have to play it again. */
export interface Recording {
  readonly name: string;
  /** The first model that answered. */
  readonly model: string;
  readonly hasThinking: boolean;
  readonly prompts: readonly RecordedPrompt[];
  readonly answers: Answers;
}

type Turn = RecordedTurn & { readonly steers: string[] };
type Prompt = Omit<RecordedPrompt, "text" | "turns"> & { text: string; readonly turns: Turn[] };
type UserMessage = Extract<AgentMessage, { role: "user" }>;

/** What stands in where a recording goes on without a word of the person. */
const GO_ON = "go on";

export function readRecording(path: string): Recording {
  const entries = readSessionFile(path).entries;
  const messages = entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  const replies = messages.filter((message) => message.role === "assistant");
  const answers = answersIn(messages);
  const prompts: Prompt[] = [];
  let note: string | undefined;
  for (const entry of entries) {
    if (entry.type === "custom_message") note = textOf(entry.content);
    if (entry.type !== "message") continue;
    if (takeMessage(prompts, entry.message, { note, answers })) note = undefined;
  }
  return {
    name: basename(path, ".jsonl"),
    // A session may begin with a reply of a model that was then changed.
    model: mostFrequent(replies.map(({ model }) => model)),
    hasThinking: replies.some(({ content }) => content.some((block) => block.type === "thinking")),
    // What was said last may have stayed without an answer.
    prompts: prompts.filter(({ turns }) => turns.length > 0),
    answers,
  };
}

interface Beside {
  readonly note: string | undefined;
  readonly answers: Answers;
}

/** Adds a message to the prompts; true when it began a new one. */
function takeMessage(prompts: Prompt[], message: AgentMessage, beside: Beside): boolean {
  if (message.role === "user") return takeUser(prompts, message, beside);
  if (message.role !== "assistant") return false;
  const prompt = prompts.at(-1);
  const last = prompt?.turns.at(-1);
  const turn = turnOf(message, beside.answers);
  if (prompt && (!last || isRunning(last))) prompt.turns.push(turn);
  else prompts.push({ ...promptOf(GO_ON, message.timestamp, beside.note), turns: [turn] });
  return prompts.at(-1) !== prompt;
}

function takeUser(prompts: Prompt[], message: UserMessage, { note }: Beside): boolean {
  const text = textOf(message.content) || GO_ON;
  const prompt = prompts.at(-1);
  const last = prompt?.turns.at(-1);
  if (last && isRunning(last)) last.steers.push(text);
  else if (prompt && !last) prompt.text += `\n\n${text}`;
  else prompts.push(promptOf(text, message.timestamp, note));
  return prompts.at(-1) !== prompt;
}

const promptOf = (text: string, at: number, note: string | undefined): Prompt => ({
  text,
  at,
  turns: [],
  ...(note !== undefined && { note }),
});

const isRunning = (turn: RecordedTurn): boolean =>
  !turn.isAborted && turn.reply.fault === undefined && (turn.reply.toolCalls ?? []).length > 0;

function turnOf(message: AssistantMessage, answers: Answers): Turn {
  const reply = replyOf(message);
  const calls = reply.toolCalls ?? [];
  // A process that died in the middle of its tools left calls without results.
  const isUnanswered = calls.some(({ id = "" }) => answers[id] === undefined);
  const isError = message.stopReason === "error";
  return {
    reply: isError ? { fault: { kind: "status", status: 400 } } : reply,
    at: message.timestamp,
    isAborted: message.stopReason === "aborted" || (isUnanswered && !isError),
    steers: [],
  };
}

function replyOf({ content }: AssistantMessage): Reply {
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n");
  const thinking = content
    .flatMap((block) => (block.type === "thinking" ? [block.thinking] : []))
    .join("\n\n");
  const toolCalls = content.flatMap((block) =>
    block.type === "toolCall"
      ? [{ id: shortId(block.id), name: block.name, input: block.arguments ?? {} }]
      : [],
  );
  return {
    text: text.trim() === "" ? "" : text,
    ...(thinking.trim() !== "" && { thinking }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

/** The same up to so many replies; a prompt is left out rather than broken off. At least one is played. */
export function beginning(recording: Recording, turns: number): Recording {
  let played = 0;
  const prompts = recording.prompts.filter((prompt, at) => {
    played += prompt.turns.length;
    return at === 0 || played <= turns;
  });
  return { ...recording, prompts };
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? "";
}
