import type { ImageContent } from "@mariozechner/pi-ai";
import type { ToolCallRecord } from "../../src/model/entries.ts";
import { type ResultBlock, textOf } from "../../src/model/message.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { answer } from "../../src/recovery/answer.ts";
import type { Archive, MissingCall } from "../../src/recovery/archive.ts";
import type { Known } from "../../src/recovery/find.ts";
import type { Query, Sources } from "../../src/recovery/query.ts";
import { fold } from "../../src/state/reducers.ts";

/** One archived call of a made-up session. */
export interface Kept {
  readonly ref?: string;
  readonly id?: string;
  readonly at?: number;
  readonly toolName?: string;
  readonly args?: unknown;
  readonly content: string | readonly ResultBlock[];
  readonly isError?: boolean;
  readonly missing?: MissingCall;
}

/** An archive in memory, and the state that a session with these calls has: what a query is answered from. */
export function sourcesOf(kept: readonly Kept[], elsewhere: readonly Kept[] = []): Sources {
  const calls = new Map([...elsewhere, ...kept].map((call) => [keyOf(call), call] as const));
  const archive: Archive = {
    read(key, record) {
      const { content = "", missing, ...call } = calls.get(key) ?? { content: "" };
      if (missing) return missing;
      return {
        key,
        toolName: record.toolName,
        args: call.args,
        content: typeof content === "string" ? [{ type: "text", text: content }] : content,
        isError: call.isError === true,
      };
    },
  };
  const known: Known = { branch: stateOf(kept), file: () => stateOf([...elsewhere, ...kept]) };
  return { known, archive, limit: (work) => work() };
}

const stateOf = (kept: readonly Kept[]) =>
  fold([{ type: "context-prune-index", data: { toolCalls: kept.map(recordOf) } }]);

function recordOf(call: Kept): ToolCallRecord {
  const { ref, toolName = "bash" } = call;
  return {
    toolCallId: idOf(call),
    toolName,
    turnIndex: 3,
    resultTimestamp: call.at ?? 1000,
    ...(ref !== undefined && { ref }),
  };
}

const idOf = ({ id, ref }: Kept): string => id ?? `call_${ref ?? "x"}`;

const keyOf = (call: Kept) => occurrenceKey(idOf(call), call.at ?? 1000);

/** `t1`, `t2`, ... with these texts, one ms apart. */
export const numbered = (texts: readonly string[]): readonly Kept[] =>
  texts.map((content, at) => ({ ref: `t${at + 1}`, at: 1000 + at, content }));

export const image = (data: string): ImageContent => ({ type: "image", mimeType: "image/png", data });

/** So many numbered lines. */
export const lines = (count: number, text = (line: number) => `line ${line}`): string =>
  Array.from({ length: count }, (_, at) => text(at + 1)).join("\n");

/** The text of an answer; the message where there is none. */
export function said(query: Query, sources: Sources): string {
  const result = answer(query, sources);
  return result.ok ? textOf(result.content) : `refused: ${result.message}`;
}

/** The query that the last statement of an answer names. */
export function nextQuery(text: string): Query | undefined {
  const call = /context_tree_query\(\{ (.*?) \}\)\]?$/m.exec(
    text.slice(text.lastIndexOf("context_tree_query(")),
  );
  if (!call) return undefined;
  return JSON.parse(`{${call[1]?.replace(/(^|, )(toolCallIds|pattern|lines|args|context): /g, '$1"$2":')}}`);
}
