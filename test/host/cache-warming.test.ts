import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import { lastWarming } from "../../src/host/cache-warming.ts";

type Parts = Readonly<Record<string, unknown>>;

/** A session with these entries, the last of them its leaf; the n-th is of the n-th second. */
function sessionOf(parts: readonly Parts[]) {
  const entries = parts.map((part, at): SessionEntry => {
    const own = { id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}` };
    return { ...own, timestamp: new Date(1000 * at).toISOString(), ...part } as unknown as SessionEntry;
  });
  return {
    getLeafEntry: () => entries.at(-1),
    getEntry: (id: string) => entries.find((entry) => entry.id === id),
  };
}

const message = (role: string): Parts => ({ type: "message", message: { role } });
const usage = (kind: string): Parts => ({ type: "usage", kind, provider: "p", model: "m" });
const [prompt, answer, result] = [message("user"), message("assistant"), message("toolResult")];
const warmed = usage("cache_warm");

it.each<{ title: string; entries: Parts[]; at: number | undefined }>([
  { title: "behind the last answer", entries: [prompt, answer, warmed, prompt], at: 2000 },
  { title: "the latest of several", entries: [prompt, answer, warmed, warmed, prompt], at: 3000 },
  { title: "while a tool ran", entries: [prompt, answer, warmed, result, result], at: 2000 },
  { title: "while an answer was written", entries: [prompt, warmed, answer, result], at: 1000 },
  {
    title: "before the last request but one",
    entries: [warmed, prompt, answer, result, answer, prompt],
    at: undefined,
  },
  {
    title: "never, but other calls were made",
    entries: [prompt, answer, usage("context-prune"), prompt],
    at: undefined,
  },
  {
    title: "at a time nobody can read",
    entries: [prompt, answer, { ...warmed, timestamp: "?" }],
    at: undefined,
  },
  { title: "in a session without entries", entries: [], at: undefined },
])("the host kept the cache warm: $title", ({ entries, at }) => {
  expect(lastWarming(sessionOf(entries))).toBe(at);
});
