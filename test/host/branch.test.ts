import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { branchEntries, branchMessages } from "../../src/host/branch.ts";
import type { AgentMessage } from "../../src/model/message.ts";
import { expectSame } from "../support/expect-same.ts";
import { holdsFor } from "../support/histories.ts";
import { host } from "../support/host-transforms.ts";
import { MemorySession } from "../support/memory-session.ts";
import type { Play } from "../support/play.ts";
import {
  calls,
  custom,
  type Line,
  longText,
  reply,
  result,
  shell,
  transcript,
  user,
} from "../support/transcript.ts";

function sessionOf(
  name: "a" | "b",
  lines: readonly Line[],
): { session: MemorySession; ids: readonly string[] } {
  const session = new MemorySession(host(name));
  return { session, ids: transcript(lines).map((message) => session.add(message)) };
}

// The real managers have everything the product reads a session by.
const entriesOf = ({ manager }: MemorySession) => branchEntries(manager as never);

describe("the branch as the pruner reads it", () => {
  it("is what the host sends, entry by entry, whatever happened to the session", () =>
    holdsFor({
      step({ session }: Play) {
        const sent = session.context().filter(isSent);
        const read = session
          .port()
          .branch()
          .filter((it) => it.inContext && isSent(it));
        expectSame(
          read.map(({ message }) => message),
          sent.map(({ message }) => message),
        );
        for (const [index, { entryId }] of sent.entries())
          if (entryId !== undefined) expect(read[index]?.entryId).toBe(entryId);
      },
    }));

  it("lists the entries the host lists", () =>
    holdsFor(
      { step: ({ session }: Play) => expect(entriesOf(session)).toEqual(session.manager.getBranch()) },
      0.2,
    ));

  it("begins with what a compaction took away, and says that it is out of the context", () => {
    const { session } = sessionOf("a", [user("one"), calls("a"), result("a")]);
    session.compact({ keep: 1 }, 2000);
    session.add(transcript([user("two")])[0] as AgentMessage);
    expect(
      branchMessages(entriesOf(session)).map(({ message, inContext }) => [message.role, inContext]),
    ).toEqual([
      ["user", false],
      ["assistant", false],
      ["compactionSummary", true],
      ["toolResult", true],
      ["user", true],
    ]);
  });

  it("shows an edited result as it was edited, and one that was taken out not at all", () => {
    const { session, ids } = sessionOf("b", [
      calls("a", "b"),
      result("a", { text: longText() }),
      result("b"),
    ]);
    session.edit(ids[1] ?? "", { content: "[redacted]" });
    session.edit(ids[2] ?? "", null);
    const shown = branchMessages(entriesOf(session)).map(({ message }) => message);
    expect(shown.map(({ role }) => role)).toEqual(["assistant", "toolResult"]);
    expect(shown[1]).toMatchObject({ content: [{ type: "text", text: "[redacted]" }] });
  });

  it("shows what a string replaces as host B does: blocks in replies and results, no content where there was none", () => {
    const { session, ids } = sessionOf("a", [user(), calls("a"), result("a"), reply(), custom(), shell()]);
    const edits = ids.map((targetId, index) => ({
      type: "context_edit",
      id: `e${index}`,
      parentId: index === 0 ? ids.at(-1) : `e${index - 1}`,
      timestamp: "2026-01-01T00:00:00.000Z",
      targetId,
      replacement: { content: "new" },
    }));
    const entries = [...entriesOf(session), ...(edits as unknown as SessionEntry[])];
    const blocks = [{ type: "text", text: "new" }];
    expect(branchMessages(entries).map(({ message }) => (message as { content?: unknown }).content)).toEqual([
      "new",
      blocks,
      blocks,
      blocks,
      "new",
      undefined,
    ]);
  });

  it("does not read on host A what host B's edits took out of the file", () => {
    const { session, ids } = sessionOf("a", [calls("a"), result("a", { text: "a secret" })]);
    const edit = {
      type: "context_edit",
      id: "e1",
      parentId: ids[1],
      timestamp: "2026-01-01T00:00:00.000Z",
      targetId: ids[1],
      replacement: null,
    };
    // Host A keeps entries of kinds it does not know, but has no method that writes one.
    const entries = [...entriesOf(session), edit as unknown as SessionEntry];
    expect(branchMessages(entries).map(({ message }) => message.role)).toEqual(["assistant"]);
  });

  it("leaves out a branch summary without text, as the hosts do", () => {
    const { session } = sessionOf("a", [user(), custom()]);
    session.moveTo(1, "");
    expect(branchMessages(entriesOf(session)).map(({ message }) => message.role)).toEqual(["user", "custom"]);
  });
});

// Host B takes system messages out of what it hands to handlers; the pruner passes over them.
const isSent = ({ message }: { readonly message: AgentMessage }): boolean =>
  (message.role as string) !== "system";
