import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { RecordedRequest } from "./loopback/script.ts";

/** Every string in a value, depth first. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const inside of Object.values(value)) yield* stringsIn(inside);
}

/** The stubs a request holds, whole. */
export const stubsIn = (request: RecordedRequest): readonly string[] =>
  [...stringsIn(request.body)].filter((text) => text.startsWith("[pruned · "));

/** The ref in the header of a stub. */
export const refOfStub = (stub: string): string => /^\[pruned · ref `(t\d+)`/.exec(stub)?.[1] ?? "";

/** Refs by the id of the session entry that holds the original. */
export function entryOfRef(entries: readonly SessionEntry[]): ReadonlyMap<string, SessionEntry | undefined> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const records = entries.flatMap((entry) => {
    if (entry.type !== "custom" || entry.customType !== "context-prune-index") return [];
    return (entry.data as { toolCalls: { ref: string; entryId: string }[] }).toolCalls;
  });
  return new Map(records.map(({ ref, entryId }) => [ref, byId.get(entryId)]));
}

/** The text of a tool result as the session keeps it. */
export function originalText(entry: SessionEntry | undefined): string | undefined {
  if (entry?.type !== "message" || entry.message.role !== "toolResult") return undefined;
  return entry.message.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
