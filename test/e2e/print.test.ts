import { expect, it } from "vitest";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { stringsIn, stubsIn } from "../support/requests.ts";
import { onStage } from "../support/stage.ts";

const bash = (command: string): Reply => ({ toolCalls: [{ name: "bash", input: { command } }] });
const long = 'for i in $(seq 1 300); do echo "line $i of a long output"; done';

it("prunes what an earlier prompt of the same run has read, and prints each answer once", async () => {
  const script = [bash(long), { text: "first answer" }, { text: "second answer" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"] });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, "second answer\n", ""]);
    expect(loopback.requests.map((request) => stubsIn(request).length)).toEqual([0, 0, 1]);
    expect(loopback.violations).toEqual([]);
  });
});

it("renders the same bytes after a resume", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }, { text: "c" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const first = await runPrint(sandbox, { prompts: ["one", "two"] });
    const session = first.sessionFile ?? "";
    const second = await runPrint(sandbox, { prompts: ["three"], session });
    expect([second.code, second.stdout, second.stderr]).toEqual([0, "c\n", ""]);
    const [before, after] = loopback.requests.slice(-2).map(stubsIn);
    expect(after).toEqual(before);
    expect(before?.length).toBe(1);
    expect(loopback.violations).toEqual([]);
  });
});

it("works without a session file", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"], noSession: true });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, "b\n", ""]);
    expect(loopback.requests.map((request) => stubsIn(request).length)).toEqual([0, 0, 1]);
  });
});

it("leaves everything as it is when switched off", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }];
  const settings = { contextPrune: { enabled: false } };
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    await runPrint(sandbox, { prompts: ["one", "two"] });
    expect(loopback.requests.map((request) => stubsIn(request).length)).toEqual([0, 0, 0]);
  });
});

it("prints nothing but the answer in JSON mode's stream of events", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }];
  await onStage({ scripts: { "main-1": script } }, async ({ sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"], mode: "json" });
    expect(run.stderr).toBe("");
    expect(() =>
      run.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).not.toThrow();
  });
});

it("calls no summarizer model in print mode, whatever the settings say", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }];
  const settings = { contextPrune: { summarizerModel: "loop/sum-1", pruneOn: "agent-message" } };
  await onStage({ scripts: { "main-1": script, "sum-1": [] }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"] });
    expect(run.code).toBe(0);
    expect(loopback.requestsOf("sum-1")).toEqual([]);
    expect(stubsIn(loopback.requests.at(-1) as RecordedRequest).length).toBe(1);
  });
});

it("gets a pruned output back byte for byte", async () => {
  const script = [
    bash(long),
    { text: "a" },
    { toolCalls: [{ name: "context_tree_query", input: { toolCallIds: ["t1"] } }] },
    { text: "b" },
  ];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"] });
    expect([run.code, run.stderr]).toEqual([0, ""]);
    const original = Array.from({ length: 300 }, (_, at) => `line ${at + 1} of a long output\n`).join("");
    const texts = [...stringsIn(loopback.requests.at(-1)?.body)];
    expect(texts.some((text) => text.includes(original.trimEnd()) && text.startsWith("## toolRef: t1"))).toBe(
      true,
    );
    expect(loopback.violations).toEqual([]);
  });
});
