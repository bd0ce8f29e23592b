import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { extensionPath, projectRoot } from "../support/hosts.ts";
import type { RecordedRequest, Reply, ScriptedCall } from "../support/loopback/script.ts";
import { textIn } from "../support/request-text.ts";
import { stringsIn } from "../support/requests.ts";
import { type Rpc, startRpc } from "../support/rpc.ts";
import { readSessionFile } from "../support/session-file.ts";
import { onStage, type Stage } from "../support/stage.ts";

const body = (word: string) =>
  Array.from({ length: 120 }, (_, at) => `${word} ${at + 1} of a long file`).join("\n");
const write = (path: string, content: string): ScriptedCall => ({ name: "write", input: { path, content } });

const placeholderIn = (request: RecordedRequest | undefined): string =>
  [...stringsIn(request?.body)].find((text) => text.startsWith("[condensed `t1` #")) ?? "";

const REASON =
  'Nothing was run. Get the original with context_tree_query({ toolCallIds: ["t1"], args: true })';

/** One prompt that makes this call, and what the model was told of it. */
async function told({ loopback }: Stage, rpc: Rpc, call: ScriptedCall): Promise<string> {
  const replies: Reply[] = [{ toolCalls: [call] }, { text: "done" }];
  loopback.setScript("main-1", replies);
  await rpc.prompt("go on");
  return textIn(loopback.requests.at(-1));
}

it("runs no call that holds a placeholder of this session, and says how to get the original", async () => {
  const settings = { contextPrune: { pruneOn: "on-demand" } };
  await onStage({ scripts: { "main-1": [] }, settings }, async (stage) => {
    const { loopback, sandbox } = stage;
    const fileOf = (name: string) => join(sandbox.cwd, name);
    const first = startRpc(sandbox);
    await told(stage, first, write("alpha.txt", body("alpha")));
    await told(stage, first, write("beta.txt", "[condensed `t1` #000000 · of nobody]"));
    expect(existsSync(fileOf("beta.txt"))).toBe(true);
    await first.command("/pruner now");
    await told(stage, first, { name: "bash", input: { command: "true" } });
    const placeholder = placeholderIn(loopback.requests.at(-1));
    expect(placeholder).not.toBe("");
    expect(await told(stage, first, write("copy.txt", `# a copy\n${placeholder}\n`))).toContain(REASON);
    expect(existsSync(fileOf("copy.txt"))).toBe(false);
    expect(readFileSync(fileOf("alpha.txt"), "utf8")).toBe(body("alpha"));
    const { sessionFile } = await first.call({ type: "get_state" });
    await first.close();

    const second = startRpc(sandbox, { session: String(sessionFile) });
    await told(stage, second, write("again.txt", placeholder));
    expect(existsSync(fileOf("again.txt"))).toBe(false);
    const query = { name: "context_tree_query", input: { toolCallIds: ["t1"], pattern: placeholder } };
    const asked = await told(stage, second, query);
    expect(asked.split(REASON)).toHaveLength(3);
    expect((await second.close()).code).toBe(0);
    expect(loopback.violations).toEqual([]);
  });
});

it("knows placeholders of a branch that was left, whose summary may quote them", async () => {
  const settings = { contextPrune: { pruneOn: "on-demand" } };
  const changesPrefix = "another branch is opened";
  await onStage({ scripts: { "main-1": [] }, settings, changesPrefix }, async (stage) => {
    const { loopback, sandbox } = stage;
    const extensions = [extensionPath, join(projectRoot, "test/support/goto-command.ts")];
    const rpc = startRpc(sandbox, { extensions });
    loopback.setScript("main-1", [{ text: "hello" }]);
    await rpc.prompt("hi");
    await told(stage, rpc, write("alpha.txt", body("alpha")));
    await rpc.command("/pruner now");
    await told(stage, rpc, { name: "bash", input: { command: "true" } });
    const placeholder = placeholderIn(loopback.requests.at(-1));
    const { sessionFile } = await rpc.call({ type: "get_state" });
    const { entries } = readSessionFile(String(sessionFile));
    const replied = entries.find((entry) => entry.type === "message" && entry.message.role === "assistant");
    await rpc.command(`/goto ${replied?.id}`);
    expect(await told(stage, rpc, write("copy.txt", placeholder))).toContain(REASON);
    await rpc.close();

    const again = startRpc(sandbox, { extensions, session: String(sessionFile) });
    expect((await told(stage, again, write("copy.txt", placeholder))).split(REASON)).toHaveLength(3);
    expect(existsSync(join(sandbox.cwd, "copy.txt"))).toBe(false);
    await again.close();
    expect(loopback.violations).toEqual([]);
  });
});
