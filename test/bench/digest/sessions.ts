import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AssistantMessage } from "@mariozechner/pi-ai";
import type { DigestCall } from "../../../src/digest/types.ts";
import { argumentsOf, textOf, toolCallsOf } from "../../../src/model/message.ts";

/** What the model sees of one message of a recorded session. */
export type Item =
  | { readonly kind: "said"; readonly text: string; readonly assistant: boolean }
  | { readonly kind: "call"; readonly toolName: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: "result"; readonly call: DigestCall; readonly evicted: boolean }
  | { readonly kind: "usage"; readonly model: string; readonly prompt: number; readonly output: number };

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
  readonly message?: { readonly role: string; readonly content: unknown } & Record<string, unknown>;
  readonly content?: unknown;
  readonly summary?: string;
  readonly firstKeptEntryId?: string;
  readonly evictedContent?: unknown;
}

function segmentsOf(file: string, text: string): readonly Segment[] {
  const entries = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Entry]));
  const segments: Segment[] = [];
  let from = 0;
  let summary: readonly Item[] = [];
  for (const [at, entry] of entries.entries()) {
    if (entry.type !== "compaction") continue;
    segments.push({ session: file, items: [...summary, ...itemsOf(entries.slice(from, at))] });
    summary = [{ kind: "said", assistant: false, text: entry.summary ?? "" }];
    const kept = entries.findIndex(({ id }) => id === entry.firstKeptEntryId);
    from = kept >= 0 && kept < at ? kept : at + 1;
  }
  segments.push({ session: file, items: [...summary, ...itemsOf(entries.slice(from))] });
  return segments;
}

function itemsOf(entries: readonly Entry[]): readonly Item[] {
  const calls = new Map<string, { name: string; args: Readonly<Record<string, unknown>> }>();
  return entries.flatMap((entry): readonly Item[] => {
    if (entry.type === "custom_message") return [said(textOf(entry.content), false)];
    const message = entry.message;
    if (entry.type !== "message" || message === undefined) return [];
    if (message.role === "assistant") {
      const reply = message as unknown as AssistantMessage;
      for (const call of toolCallsOf(reply)) calls.set(call.id, { name: call.name, args: argumentsOf(call) });
      return assistantItems(reply);
    }
    if (message.role !== "toolResult") return [said(textOf(message.content), false)];
    const call = calls.get(String(message.toolCallId));
    return [resultItem(message, call?.args ?? {}, entry.evictedContent !== undefined)];
  });
}

const said = (text: string, assistant: boolean): Item => ({ kind: "said", text, assistant });

function resultItem(
  message: { readonly content: unknown } & Record<string, unknown>,
  args: Readonly<Record<string, unknown>>,
  evicted: boolean,
): Item {
  const text = textOf(message.content);
  const toolName = String(message.toolName);
  return {
    kind: "result",
    evicted,
    call: { toolName, args, text, isError: message.isError === true, imageCount: 0 },
  };
}

function assistantItems(reply: AssistantMessage): readonly Item[] {
  if (reply.stopReason === "error" || reply.stopReason === "aborted") return [];
  const usage = reply.usage;
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const blocks = reply.content.flatMap((block): readonly Item[] => {
    if (block.type === "text") return [said(block.text, true)];
    if (block.type === "thinking") return [said(block.thinking, true)];
    return block.type === "toolCall"
      ? [{ kind: "call", toolName: block.name, args: argumentsOf(block) }]
      : [];
  });
  return [
    { kind: "usage", model: `${reply.provider}/${reply.model}`, prompt, output: usage.output },
    ...blocks,
  ];
}
