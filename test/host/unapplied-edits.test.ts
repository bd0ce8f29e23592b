import { describe, expect, it } from "vitest";
import type { SessionReader } from "../../src/host/branch.ts";
import { unappliedEdits } from "../../src/host/unapplied-edits.ts";
import type { AgentMessage } from "../../src/model/message.ts";
import { anthropicModel, convert, host } from "../support/host-transforms.ts";
import { MemorySession } from "../support/memory-session.ts";
import { calls, custom, type Line, reply, result, transcript, user } from "../support/transcript.ts";

type Replacement = { readonly content: unknown } | null;

/** A session of host A with these lines, and behind them edits that host B wrote, by the line they concern. */
function edited(lines: readonly Line[], edits: Readonly<Record<number, Replacement>>) {
  const session = new MemorySession(host("a"));
  const ids = transcript(lines).map((message) => session.add(message));
  // Host A keeps entries of kinds it does not know, but has no public method that writes one.
  const manager = session.manager as unknown as { _appendEntry(entry: object): void };
  for (const [line, replacement] of Object.entries(edits)) {
    const id = `edit-${line}`;
    const parentId = session.manager.getLeafId();
    const timestamp = "2026-01-01T00:00:00.000Z";
    const targetId = ids[Number(line)];
    manager._appendEntry({ type: "context_edit", id, parentId, timestamp, targetId, replacement });
  }
  return {
    session,
    ids,
    shown: () =>
      unappliedEdits(session.manager as unknown as SessionReader)(
        session.context().map(({ message }) => message),
      ),
  };
}

const texts = (messages: readonly AgentMessage[]) =>
  messages.map((message) => "content" in message && message.content);

describe("an edit of host B on host A", () => {
  it("concerns no other message of the same millisecond", () => {
    const at = 1000;
    const lines = [
      custom("first", { at, type: "x" }),
      custom("other", { at, type: "y" }),
      custom("second", { at, type: "x" }),
      custom("third", { at, type: "x" }),
    ];
    expect(texts(edited(lines, { 1: null }).shown())).toEqual(["first", "second", "third"]);
    expect(texts(edited(lines, { 2: null }).shown())).toEqual(["first", "other", "third"]);
    expect(texts(edited(lines, { 0: { content: "A" }, 3: { content: "C" } }).shown())).toEqual([
      "A",
      "other",
      "second",
      "C",
    ]);
  });

  it("concerns the same one when a compaction has taken away others like it", () => {
    const at = 1000;
    const { session, shown, ids } = edited(
      [custom("first", { at }), custom("second", { at }), custom("third", { at })],
      { 1: null },
    );
    session.manager.appendCompaction("what came before", ids[1] ?? "", 1);
    expect(texts(shown()).slice(1)).toEqual(["third"]);
  });

  it.each([
    ["a prompt", user("a secret")],
    ["a message of an extension", custom("a secret")],
  ])("may put a string in the place of %s", (_what, line) => {
    const { shown } = edited([line, reply()], { 0: { content: "[redacted]" } });
    expect(texts(shown())[0]).toBe("[redacted]");
  });

  it.each([
    ["a reply", [user(), reply("a secret")], 1],
    ["a result", [user(), calls("a"), result("a", { text: "a secret" }), reply()], 2],
  ])("puts blocks in the place of %s where it holds a string", (_what, lines, at) => {
    const messages = edited(lines, { [at]: { content: "[redacted]" } }).shown();
    expect(texts(messages)[at]).toEqual([{ type: "text", text: "[redacted]" }]);
    expect(convert(host("a"), anthropicModel, messages)).not.toBeInstanceOf(Error);
  });
});
