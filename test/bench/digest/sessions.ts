import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AssistantMessage } from "@mariozechner/pi-ai";
import type { DigestCall } from "../../../src/digest/types.ts";
import { argumentsOf, isDropped, textOf, toolCallsOf } from "../../../src/model/message.ts";

/** What the model sees of one message of a recorded session, block by block. */
export type Item =
  | { readonly kind: "said"; readonly text: string; readonly assistant: boolean }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly toolName: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  | Result
  | { readonly kind: "usage"; readonly model: string; readonly prompt: number; readonly output: number };

export interface Result {
  readonly kind: "result";
  readonly id: string;
  readonly call: DigestCall;
  /** Whether the recording lacks the text: a fork replaced old results by a remark. */
  readonly evicted: boolean;
}

/** One span of a session between compactions, in file order. */
export interface Segment {
  readonly session: string;
  readonly items: readonly Item[];
}

const FOLDER = fileURLToPath(new URL("../../../../shared/sessions/", import.meta.url));

/** The recorded sessions beside the repository; none when they are not there. */
export function recordedSegments(): readonly Segment[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  return files.sort().flatMap((file) => segmentsOf(file, readFileSync(`${FOLDER}${file}`, "utf8")));
}

interface Entry {
  readonly type: string;
  readonly id: string;
  readonly message?: Message;
  readonly content?: unknown;
  readonly summary?: string;
  readonly firstKeptEntryId?: string;
  readonly evictedContent?: unknown;
}

type Message = { readonly role: string; readonly content: unknown } & Readonly<Record<string, unknown>>;

function segmentsOf(session: string, text: string): readonly Segment[] {
  const entries = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Entry]));
  const segments: Segment[] = [];
  let from = 0;
  let summary: readonly Item[] = [];
  for (const [at, entry] of entries.entries()) {
    if (entry.type !== "compaction") continue;
    segments.push({ session, items: [...summary, ...itemsOf(entries.slice(from, at))] });
    summary = [said(entry.summary ?? "", false)];
    const kept = entries.findIndex(({ id }) => id === entry.firstKeptEntryId);
    from = kept >= 0 && kept < at ? kept : at + 1;
  }
  segments.push({ session, items: [...summary, ...itemsOf(entries.slice(from))] });
  return segments;
}

type Calls = Map<string, Readonly<Record<string, unknown>>>;

function itemsOf(entries: readonly Entry[]): readonly Item[] {
  const calls: Calls = new Map();
  return entries.flatMap((entry): readonly Item[] => {
    if (entry.type === "custom_message") return [said(textOf(entry.content), false)];
    if (entry.type !== "message" || entry.message === undefined) return [];
    return messageItems(entry.message, entry.evictedContent !== undefined, calls);
  });
}

const said = (text: string, assistant: boolean): Item => ({ kind: "said", text, assistant });

function messageItems(message: Message, evicted: boolean, calls: Calls): readonly Item[] {
  if (message.role === "assistant") {
    // The recordings are Pi's own messages.
    const reply = message as unknown as AssistantMessage;
    for (const call of toolCallsOf(reply)) calls.set(call.id, argumentsOf(call));
    return isDropped(reply) ? [] : assistantItems(reply);
  }
  const text = textOf(message.content);
  if (message.role !== "toolResult") return [said(text, false)];
  const id = String(message.toolCallId);
  const args = calls.get(id) ?? {};
  const isError = message.isError === true;
  return [
    {
      kind: "result",
      id,
      evicted,
      call: { toolName: String(message.toolName), args, text, isError, imageCount: 0 },
    },
  ];
}

function assistantItems(reply: AssistantMessage): readonly Item[] {
  const { input, cacheRead, cacheWrite, output } = reply.usage;
  const blocks = reply.content.flatMap((block): readonly Item[] => {
    if (block.type === "text") return [said(block.text, true)];
    if (block.type === "thinking") return [said(block.thinking, true)];
    if (block.type !== "toolCall") return [];
    return [{ kind: "call", id: block.id, toolName: block.name, args: argumentsOf(block) }];
  });
  const model = `${reply.provider}/${reply.model}`;
  return [{ kind: "usage", model, prompt: input + cacheRead + cacheWrite, output }, ...blocks];
}

const texts = new WeakMap<Item, string>();

/** All text of an item, as one. */
export function textOfItem(item: Item): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = readText(item);
  texts.set(item, text);
  return text;
}

function readText(item: Item): string {
  if (item.kind === "usage") return "";
  if (item.kind === "call") return deepText(item.args);
  return item.kind === "said" ? item.text : item.call.text;
}

function deepText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value).map(deepText).join("\n");
}
