import { expect, it } from "vitest";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";

const long: Reply = { toolCalls: [{ name: "bash", input: { command: "seq 1 900" } }] };
const stubCounts = (requests: readonly RecordedRequest[]) =>
  requests.map((request) => stubsIn(request).length);

it("prunes between prompts and says so in the status line", async () => {
  await onStage(
    { scripts: { "main-1": [long, { text: "a" }, { text: "b" }] } },
    async ({ loopback, sandbox }) => {
      const rpc = startRpc(sandbox);
      await rpc.prompt("one");
      await rpc.prompt("two");
      expect(stubCounts(loopback.requestsOf("main-1"))).toEqual([0, 0, 1]);
      const status = rpc.records.filter(
        (record) => record.method === "setStatus" && record.statusKey === "context-prune",
      );
      expect(status.at(-1)?.statusText).toMatch(/^│ prune: ON · [\d.]+k?->[\d.]+k? \(-\d+%\)/);
      expect((await rpc.close()).code).toBe(0);
      expect(loopback.violations).toEqual([]);
    },
  );
});

it("starts empty in a new session, and prunes there as well", async () => {
  const script = [long, { text: "a" }, long, { text: "b" }, { text: "c" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await rpc.call({ type: "new_session" });
    await rpc.prompt("two");
    await rpc.prompt("three");
    expect(stubCounts(loopback.requestsOf("main-1"))).toEqual([0, 0, 0, 0, 1]);
    await rpc.close();
  });
});

it("flushes by hand and answers with what it did", async () => {
  const settings = { contextPrune: { pruneOn: "on-demand" } };
  await onStage(
    { scripts: { "main-1": [long, { text: "a" }, { text: "b" }] }, settings },
    async ({ loopback, sandbox }) => {
      const rpc = startRpc(sandbox);
      await rpc.prompt("one");
      await rpc.command("/pruner now");
      const notice = await rpc.waitFor(
        (record) => record.method === "notify" && String(record.message).includes("pruned 1"),
      );
      expect(notice.message).toContain("t1");
      await rpc.prompt("two");
      expect(stubCounts(loopback.requestsOf("main-1"))).toEqual([0, 0, 1]);
      await rpc.close();
    },
  );
});

it("shows everything again after /pruner off, and the same stub after /pruner on", async () => {
  const script = [long, { text: "a" }, { text: "b" }, { text: "c" }, { text: "d" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox);
    await rpc.prompt("one");
    await rpc.prompt("two");
    await rpc.command("/pruner off");
    await rpc.prompt("three");
    await rpc.command("/pruner on");
    await rpc.prompt("four");
    const requests = loopback.requestsOf("main-1");
    expect(stubCounts(requests)).toEqual([0, 0, 1, 0, 1]);
    expect(stubsIn(requests[4] as RecordedRequest)).toEqual(stubsIn(requests[2] as RecordedRequest));
    await rpc.close();
  });
});
