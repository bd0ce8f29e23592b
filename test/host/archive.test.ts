import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionArchive } from "../../src/host/archive.ts";
import type { ToolCallRecord } from "../../src/model/entries.ts";
import { contentHash, exactHash } from "../../src/model/hash.ts";
import { occurrenceKey } from "../../src/model/occurrence.ts";
import { type Archive, isMissing } from "../../src/recovery/archive.ts";
import { hosts } from "../support/host-transforms.ts";
import { openSession, type SessionFile } from "../support/opened-session.ts";
import { assistant, call, calls, reply, result, user } from "../support/transcript.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pi-condense-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = ({ toolCallId, resultTimestamp, ordinal }: ToolCallRecord) =>
  occurrenceKey(toolCallId, resultTimestamp, ordinal);

const text = (content: string) => [{ type: "text" as const, text: content }];

const record = (toolCallId: string, more: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  toolCallId,
  toolName: "bash",
  resultTimestamp: 1002,
  ...more,
});

/** What is read for a record: text and arguments, or why there is none. */
function read(archive: Archive, asked: ToolCallRecord, key = keyOf(asked)) {
  const found = archive.read(key, asked);
  if (isMissing(found)) return { missing: found.missing, preview: found.preview, args: found.args };
  const texts = found.content.map((block) => (block.type === "text" ? block.text : "<image>"));
  return { content: texts, args: found.args, ...(found.note && { note: found.note }) };
}

describe.each(hosts.map((host) => [host.name, host] as const))(
  "the archive of a session on host %s",
  (_, host) => {
    const archive = (lines: SessionFile["lines"], more: Partial<SessionFile> = {}) =>
      sessionArchive(openSession(host, { lines, folder, ...more }));

    const simple = [
      user(),
      calls(call("a", "bash", { command: "ls" })),
      result("a", { text: "out", images: 1 }),
      reply(),
    ];

    it("reads the entry of a record, with its images, its arguments and how it ended", () => {
      const failed = [...simple.slice(0, 2), result("a", { text: "out", images: 1, error: true })];
      const asked = record("a", { entryId: "e3", assistantEntryId: "e2", ref: "t1", turnIndex: 4 });
      expect(archive(failed).read(keyOf(asked), asked)).toEqual({
        key: "a@1002",
        ref: "t1",
        toolName: "bash",
        args: { command: "ls" },
        content: [{ type: "text", text: "out" }, expect.objectContaining({ type: "image" })],
        isError: true,
        turnIndex: 4,
        resultTimestamp: 1002,
      });
    });

    it("takes the occurrence on the branch where the entry is another one", () => {
      const lines = [...simple, calls("a"), result("a", { text: "later" })];
      for (const entryId of ["e6", "e2", "none"])
        expect(read(archive(lines), record("a", { entryId }))).toMatchObject({ content: ["out", "<image>"] });
      expect(read(archive(lines), record("a", { resultTimestamp: 1005, entryId: "e3" }))).toMatchObject({
        content: ["later"],
      });
    });

    it("finds an occurrence on another branch", () => {
      const lines = [...simple, calls("b"), result("b"), user("other")];
      expect(read(archive(lines, { parents: { 7: 4 } }), record("b", { resultTimestamp: 1005 }))).toEqual({
        content: ["output of b"],
        args: { command: "run b" },
      });
    });

    it("finds the same content where the call itself is gone", () => {
      const asked = record("gone", { exactHash: exactHash(text("output of b")), args: { command: "x" } });
      expect(read(archive([...simple, calls("b"), result("b")]), asked)).toEqual({
        content: ["output of b"],
        args: { command: "x" },
      });
    });

    it("tells twins of one millisecond apart by their content", () => {
      const twins = [
        calls(call("a", "bash", { n: 1 }), call("a", "bash", { n: 2 })),
        result("a", { at: 7, text: "one" }),
        result("a", { at: 7, text: "two" }),
      ];
      const second = record("a", { resultTimestamp: 7, ordinal: 1 });
      expect(read(archive(twins), second)).toEqual({ content: ["two"], args: { n: 2 } });
      const misplaced = record("a", { resultTimestamp: 7, exactHash: exactHash(text("two")) });
      expect(read(archive(twins), misplaced)).toEqual({ content: ["two"], args: { n: 2 } });
    });

    it("reads nothing of what an edit took out, wherever else it is kept", () => {
      const lines = [...simple, { edit: "e3" }];
      const kept = [
        { entryId: "e3" },
        { resultText: "out" },
        { contentHash: contentHash("bash", "out") },
        { entryId: "zz" },
      ];
      for (const more of kept)
        expect(read(archive(lines), record("a", more))).toEqual({
          missing:
            "This output was removed from the session by an edit. Still known: a call of bash that succeeded, ended 1970-01-01T00:00:01.002Z.",
          preview: undefined,
          args: { command: "ls" },
        });
      const bare: ToolCallRecord = { toolCallId: "a", toolName: "bash", resultText: "something else" };
      expect(read(archive(lines), bare)).toMatchObject({
        missing: expect.stringContaining("may have been removed from the session by an edit"),
      });
    });

    it("reads what the latest edit put in the place of an output", () => {
      const lines = [...simple, { edit: "e3", content: "first" }, { edit: "e3", content: text("second") }];
      expect(read(archive(lines), record("a", { entryId: "e3", resultText: "out" }))).toEqual({
        content: ["second"],
        args: { command: "ls" },
        note: "An edit replaced this output; shown is what it put there.",
      });
    });

    it("reads no arguments that an edit took out", () => {
      for (const edit of [{ edit: "e2" }, { edit: "e2", content: text("nothing") }])
        expect(read(archive([...simple, edit]), record("a", { args: { command: "ls" } }))).toMatchObject({
          args: undefined,
          note: "An edit removed the arguments of this call from the session.",
        });
    });

    it("minds the edits of the active branch for what is on it, and all edits for what is not", () => {
      const lines = [...simple, { edit: "e3" }, user("other branch")];
      expect(read(archive(lines, { parents: { 6: 4 } }), record("a"))).toMatchObject({
        content: ["out", "<image>"],
      });
      const elsewhere = archive(lines, { parents: { 6: 1 } });
      expect(read(elsewhere, record("a"))).toMatchObject({ missing: expect.stringContaining("removed") });
    });

    it("reads a record of the reference from the record itself where the session no longer has it", () => {
      const asked = record("old", { resultText: "kept", args: { path: "x" }, isError: true });
      expect(archive(simple).read(keyOf(asked), asked)).toMatchObject({
        toolName: "bash",
        content: text("kept"),
        args: { path: "x" },
        isError: true,
      });
    });

    it("prefers the text of the reference's record to an entry that says something else", () => {
      expect(read(archive(simple), record("a", { resultText: "archived" }))).toMatchObject({
        content: ["archived"],
      });
      expect(read(archive(simple), record("a", { resultText: "out" }))).toMatchObject({
        content: ["out", "<image>"],
      });
    });

    it("says so when an entry is not what was archived and nothing else is", () => {
      expect(read(archive(simple), record("a", { entryId: "e3", exactHash: "other" }))).toEqual({
        content: ["out", "<image>"],
        args: { command: "ls" },
        note: "What the session holds differs from what was archived.",
      });
    });

    it("reads a record without a time when only one call can be meant", () => {
      const bare: ToolCallRecord = { toolCallId: "a", toolName: "bash" };
      expect(read(archive(simple), bare)).toMatchObject({ content: ["out", "<image>"] });
      const reused = [...simple, calls("a"), result("a", { text: "later" })];
      expect(read(archive(reused), bare)).toMatchObject({
        missing: expect.stringContaining("no longer in the session"),
      });
      expect(read(archive(reused), { ...bare, resultText: "later" })).toMatchObject({ content: ["later"] });
    });

    it("gives an alias its own bytes, and its original's only when those are gone", () => {
      const lines = [calls("a"), result("a", { text: "same" }), calls("b"), result("b", { text: "same  " })];
      const original = record("a", { resultTimestamp: 1001, ref: "t1" });
      expect(read(archive(lines), original, occurrenceKey("b", 1003))).toEqual({
        content: ["same  "],
        args: { command: "run b" },
      });
      expect(read(archive(lines), original, occurrenceKey("c", 9))).toEqual({
        content: ["same"],
        args: undefined,
        note: "This call is no longer in the session; its output was equal to that of t1, shown here.",
      });
    });

    it("says what is known of a call that is nowhere", () => {
      const asked = record("gone", { chars: 1234, isError: true, resultPreview: "it began", args: { a: 1 } });
      expect(read(archive(simple), asked)).toEqual({
        missing:
          "This output is no longer in the session. Still known: a call of bash that failed, ended 1970-01-01T00:00:01.002Z, 1234 characters of output.",
        preview: "it began",
        args: { a: 1 },
      });
    });

    it("reads content of any form that old files and other extensions leave", () => {
      for (const content of ["plain", null, [{ type: "text" }, null, { type: "text", text: "plain" }]]) {
        const odd = { ...result("a"), content } as unknown as SessionFile["lines"][number];
        const found = read(archive([user(), assistant({ calls: ["a"] }), odd]), record("a"));
        expect(found).toMatchObject({ content: content === null ? [] : ["plain"] });
      }
    });
  },
);
