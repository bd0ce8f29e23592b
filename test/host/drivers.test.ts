import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fauxAssistantMessage, fauxText, fauxToolCall } from "@mariozechner/pi-ai";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hosts, hostUnderTest } from "../support/hosts.ts";
import type { Protocol, Reply, Script } from "../support/loopback/script.ts";
import { startLoopback } from "../support/loopback.ts";
import { runPrint } from "../support/print.ts";
import { startRpc } from "../support/rpc.ts";
import { createSandbox } from "../support/sandbox.ts";
import { createSdkSession } from "../support/sdk.ts";
import { runSdkB } from "../support/sdk-b.ts";
import { messagesOf, pruneEntries } from "../support/session-file.ts";
import { startTerminal } from "../support/terminal.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
});

const extension = `
export default function (pi) {
  pi.on("session_start", () => pi.appendEntry("context-prune-index", { toolCalls: [] }));
  pi.registerCommand("ask", {
    description: "asks whether it may",
    handler: async (args, ctx) => ctx.ui.notify("answered " + (await ctx.ui.confirm("May I?", args))),
  });
}
`;

async function prepare(id: "a" | "b", api: Protocol, script: Script) {
  const loopback = await startLoopback({ scripts: { "main-1": script } });
  const sandbox = createSandbox({ host: hosts[id], loopback, api });
  cleanups.push(loopback.close, sandbox.dispose);
  const path = join(sandbox.directory, "extension.ts");
  writeFileSync(path, extension);
  return { loopback, sandbox, extensions: [path] };
}

const echo = { name: "bash", input: { command: "echo $((40 + 2))" } };
const toolLoop: readonly Reply[] = [{ text: "look", toolCalls: [echo] }, { text: "it is 42" }];
const overloaded: Reply = { fault: { kind: "status", status: 529 } };

describe.each(["a", "b"] as const)("host %s", (id) => {
  test.each(["anthropic", "openai", "responses"] as const)(
    "runs prompts with tools in print mode over %s",
    async (api) => {
      const { loopback, sandbox, extensions } = await prepare(id, api, [...toolLoop, { text: "bye" }]);
      const run = await runPrint(sandbox, { prompts: ["go", "leave"], extensions });
      expect(run).toMatchObject({ code: 0, stdout: "bye\n", stderr: "" });
      expect(
        messagesOf(run)
          .map(({ role }) => role)
          .filter((role) => role !== ("system" as string)),
      ).toEqual(["user", "assistant", "toolResult", "assistant", "user", "assistant"]);
      expect(pruneEntries(run)).toMatchObject([{ type: "custom", data: { toolCalls: [] } }]);
      expect(JSON.stringify(loopback.requests[1]?.body)).toContain('"42\\n"');
      expect(loopback.requests.map(({ outcome, openRequests }) => [outcome, openRequests])).toEqual(
        Array(3).fill(["answered", 1]),
      );
      expect(loopback.violations).toEqual([]);
    },
  );

  test.each(["anthropic", "openai", "responses"] as const)(
    "recovers from faults over %s, and RPC waits for that",
    async (api) => {
      const faults: readonly Reply[] = [overloaded, { fault: { kind: "cut" } }];
      const { loopback, sandbox, extensions } = await prepare(id, api, [
        ...faults,
        ...toolLoop,
        overloaded,
        overloaded,
        overloaded,
      ]);
      const rpc = startRpc(sandbox, {
        extensions,
        answer: ({ method }) => (method === "confirm" ? { confirmed: true } : undefined),
      });
      await rpc.prompt("go");
      expect(loopback.requests.map(({ outcome }) => outcome)).toEqual([
        "status",
        "cut",
        "answered",
        "answered",
      ]);
      await rpc.command("/ask");
      expect(rpc.records.filter(({ method }) => method === "notify")).toMatchObject([
        { message: "answered true" },
      ]);
      await rpc.prompt("fail");
      expect(loopback.requests).toHaveLength(7);
      const { messageCount } = await rpc.call({ type: "get_state" });
      expect(messageCount).toBeGreaterThan(5);
      await expect(rpc.call({ type: "set_model", provider: "loop", modelId: "none" })).rejects.toThrow(
        /Model not found/,
      );
      expect(await rpc.close()).toMatchObject({ code: 0, stderr: "" });
      expect(loopback.violations).toEqual([]);
    },
  );

  test("stops a request that stalls when the user aborts", async () => {
    const { loopback, sandbox, extensions } = await prepare(id, "anthropic", [
      { fault: { kind: "stall-mid" } },
    ]);
    const rpc = startRpc(sandbox, { extensions });
    rpc.send({ type: "prompt", message: "go" });
    await rpc.waitFor(({ type }) => type === "message_update");
    await rpc.call({ type: "abort" });
    await rpc.settled();
    expect((await loopback.waitForRequest(({ closedByClient }) => closedByClient)).outcome).toBe("stall-mid");
    await rpc.close();
  });

  test("draws on a terminal, takes keys, and follows its size", async () => {
    const { loopback, sandbox, extensions } = await prepare(id, "anthropic", toolLoop);
    const terminal = startTerminal(sandbox, { extensions, columns: 100, rows: 40 });
    cleanups.push(() => terminal.close());
    // Host B takes no prompt before it has named its extensions.
    await terminal.waitForScreen(/\[Extensions\][\s\S]*main-1/);
    terminal.type("go");
    terminal.press("enter");
    await terminal.waitForScreen(/it is 42/);
    terminal.type("/ask");
    await terminal.waitForScreen(/asks whether it may/);
    terminal.press("enter");
    await terminal.waitForScreen(/→ Yes/);
    terminal.press("down");
    await terminal.waitForScreen(/→ No/);
    terminal.press("enter");
    await terminal.waitForScreen(/answered false/);
    terminal.resize(60, 20);
    const lines = (await terminal.waitForScreen((text) => /─{60}/.test(text) && !/─{61}/.test(text))).split(
      "\n",
    );
    expect([lines.length, Math.max(...lines.map(({ length }) => length))]).toEqual([20, 60]);
    expect(loopback.violations).toEqual([]);
  });

  test("fails readably when nothing happens", async () => {
    const { sandbox, extensions } = await prepare(id, "anthropic", [{ fault: { kind: "stall-before" } }]);
    await expect(runPrint(sandbox, { prompts: ["go"], extensions, timeoutMs: 3000 })).rejects.toThrow(
      /Not within 3000 ms: .*so far:/,
    );
  });
});

test("host A runs in the test's own process", async () => {
  const contexts: number[] = [];
  const sdk = await createSdkSession({
    factories: [],
    responses: [
      fauxAssistantMessage([fauxText("look"), fauxToolCall("bash", echo.input)], { stopReason: "toolUse" }),
      (context) => {
        contexts.push(context.messages.length);
        return fauxAssistantMessage("it is 42");
      },
    ],
  });
  cleanups.push(sdk.dispose);
  await sdk.prompt("go");
  expect(contexts).toEqual([3]);
  expect(sdk.session.sessionManager.getBranch().filter(({ type }) => type === "message")).toHaveLength(4);
  expect(sdk.extensionErrors).toEqual([]);
});

test("host B runs scripted steps in a process of its own", async () => {
  const { sandbox, extensions } = await prepare("b", "anthropic", []);
  const replies = toolLoop.map(({ text = "", toolCalls = [] }) => ({ text, toolCalls }));
  const report = await runSdkB(sandbox, { extensions, replies, steps: [{ prompt: "go" }] });
  expect(report.requests.map((messages) => messages.map(({ role }) => role))).toEqual([
    ["system", "user"],
    ["system", "user", "assistant", "toolResult"],
  ]);
  expect(report.branch).toContainEqual(expect.objectContaining({ customType: "context-prune-index" }));
  expect(report.extensionErrors).toEqual([]);
});

test("no host under test is a failure", () => {
  vi.stubEnv("PI_HOST", undefined);
  expect(hostUnderTest).toThrow(/PI_HOST must be "a" or "b"/);
  vi.stubEnv("PI_HOST", "b");
  expect(hostUnderTest().cli).toBe(hosts.b.cli);
});
