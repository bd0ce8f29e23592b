import { join } from "node:path";
import { expect, it } from "vitest";
import { extensionPath, projectRoot } from "../support/hosts.ts";
import { query } from "../support/long-outputs.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { textIn } from "../support/request-text.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { readSessionFile } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";
import { appendEntries } from "../support/written-session.ts";

const extensions = [extensionPath, join(projectRoot, "test/support/goto-command.ts")];

const isSummary = (request: RecordedRequest): boolean =>
  textIn(request).includes("summary of this conversation branch");
const SUMMARY: Reply = { text: "A file was written there, see `t1`." };

function withSummaries(replies: readonly Reply[]): (request: RecordedRequest) => Reply {
  const rest = [...replies];
  return (request) => (isSummary(request) ? SUMMARY : (rest.shift() ?? { text: "out of lines" }));
}

const body = (word: string, lines: number) =>
  Array.from({ length: lines }, (_, at) => `${word} ${at + 1} of a long file`).join("\n");
const write = (word: string, lines = 120): Reply => ({
  toolCalls: [{ name: "write", input: { path: `${word}.txt`, content: body(word, lines) } }],
});

const entriesOf = async (rpc: Rpc) => {
  const { sessionFile } = await rpc.call({ type: "get_state" });
  return { path: String(sessionFile), entries: readSessionFile(String(sessionFile)).entries };
};

/** Leaves the branch for the place in front of its second prompt, with a summary. */
async function leaveBranch(rpc: Rpc): Promise<void> {
  const { entries } = await entriesOf(rpc);
  const second = entries.filter((entry) => entry.type === "message" && entry.message.role === "user")[1];
  await rpc.command(`/goto-summarized ${second?.id}`);
}

it("shows the summary of a branch what the model saw of it, and what that names still resolves", async () => {
  const script = withSummaries([
    { text: "a" },
    write("alpha"),
    { text: "b" },
    { text: "c" },
    query(["t1"]),
    { text: "d" },
    { toolCalls: [{ name: "context_tree_query", input: { toolCallIds: ["t1"], args: true } }] },
    { text: "e" },
  ]);
  const settings = { contextPrune: { pruneOn: "on-demand" } };
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox, { extensions });
    for (const prompt of ["one", "two", "three"]) await rpc.prompt(prompt);
    await rpc.command("/pruner now");
    await leaveBranch(rpc);
    const [asked] = loopback.requests.filter(isSummary);
    expect(textIn(asked)).toContain("[condensed `t1`");
    expect(textIn(asked)).not.toContain("alpha 60 of");
    // The session's own entries stay what they were.
    expect(JSON.stringify((await entriesOf(rpc)).entries)).toContain("alpha 60 of");
    for (const prompt of ["four", "five"]) await rpc.prompt(prompt);
    const last = textIn(loopback.requests.at(-1));
    expect(last).toContain("A file was written there, see `t1`.");
    expect(last).toContain("Successfully wrote");
    expect(last).toContain(JSON.stringify(body("alpha", 120)).slice(1, -1));
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("summarizes a branch of many large files whole, where the raw one is longer than the window", async () => {
  const words = Array.from({ length: 24 }, (_, at) => `word-${at}`);
  const script = withSummaries([
    { text: "a" },
    ...words.map((word) => write(word, 300)),
    { text: "b" },
    { text: "c" },
  ]);
  const settings = { contextPrune: { pruneOn: "on-demand" } };
  // The files take some 60,000 tokens, and the host leaves out of a summary what does not fit.
  const options = { settings, contextWindow: 50_000, compaction: { enabled: false } };
  await onStage({ ...options, scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox, { extensions });
    for (const prompt of ["one", "two"]) await rpc.prompt(prompt);
    await rpc.command("/pruner now");
    await leaveBranch(rpc);
    const [asked] = loopback.requests.filter(isSummary);
    for (const word of words) expect(textIn(asked)).toContain(`${word}.txt`);
    expect(asked?.promptTokens).toBeLessThan(20_000);
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("keeps out of the summary of a branch what an edit of the session took out", async () => {
  const script = withSummaries([{ text: "a" }, { text: "the secret of the reply" }, { text: "c" }]);
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const first = startRpc(sandbox, { extensions });
    for (const prompt of ["one", "the secret of the prompt"]) await first.prompt(prompt);
    const { path, entries } = await entriesOf(first);
    await first.close();
    const content = [{ type: "text", text: "a word by hand" }];
    const edited = entries.filter((entry) => JSON.stringify(entry).includes("the secret of"));
    expect(edited.length).toBe(2);
    appendEntries(path, [
      { type: "context_edit", targetId: edited[0]?.id, replacement: null },
      { type: "context_edit", targetId: edited[1]?.id, replacement: { content } },
    ]);
    const rpc = startRpc(sandbox, { extensions, session: path });
    await leaveBranch(rpc);
    const asked = textIn(loopback.requests.find(isSummary));
    expect(asked).toContain("a word by hand");
    expect(asked).not.toContain("the secret of");
    expect((await rpc.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});
