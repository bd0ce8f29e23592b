import { expect, it } from "vitest";
import { bash, long, output } from "../support/long-outputs.ts";
import type { Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { textIn } from "../support/request-text.ts";
import { refOfStub, stubsIn } from "../support/requests.ts";
import { pruneEntries, readSessionFile } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";

const withoutTool = { args: ["--tools", "bash"] };

const recoverableEffects = (path: string): readonly unknown[] =>
  pruneEntries(readSessionFile(path)).flatMap((entry) =>
    entry.type === "custom" && (entry.data as { kind?: unknown }).kind === "recoverable" ? [entry.data] : [],
  );

it("shows in full what was pruned while the model cannot get it back, and the same stubs when it can", async () => {
  const script: readonly Reply[] = [
    long("alpha"),
    long("beta"),
    ...["a", "b", "c", "d", "e", "f", "g"].map((text) => ({ text })),
  ];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const first = await runPrint(sandbox, { prompts: ["one", "two"] });
    const session = first.sessionFile ?? "";
    const [pruned] = loopback.requests.slice(-1);
    expect(pruned && stubsIn(pruned).map(refOfStub)).toEqual(["t1", "t2"]);

    const bare = await runPrint(sandbox, { prompts: ["three", "four"], session, ...withoutTool });
    const again = await runPrint(sandbox, { prompts: ["five"], session, ...withoutTool });
    expect([bare.code, bare.stdout, again.code, again.stdout]).toEqual([0, "d\n", 0, "e\n"]);
    for (const request of loopback.requests.slice(-3)) {
      expect(textIn(request)).not.toContain("context_tree_query");
      for (const word of ["alpha", "beta"]) expect(textIn(request)).toContain(output(word));
    }
    expect(bare.stderr).toContain("what was pruned is shown in full");
    expect(recoverableEffects(session)).toEqual([{ kind: "recoverable", value: false }]);

    const back = await runPrint(sandbox, { prompts: ["six", "seven"], session });
    expect([back.code, back.stdout, back.stderr]).toEqual([0, "g\n", ""]);
    for (const request of loopback.requests.slice(-2))
      expect(stubsIn(request)).toEqual(pruned && stubsIn(pruned));
    expect(recoverableEffects(session).at(-1)).toEqual({ kind: "recoverable", value: true });
    expect(recoverableEffects(session)).toHaveLength(2);
    expect(loopback.violations).toEqual([]);
  });
});

it("keeps its stubs without the tool where the window has no room for what they stand for", async () => {
  const big = (word: string) => bash(`for i in $(seq 1 1900); do echo "${word} $i of a big output"; done`);
  const script: readonly Reply[] = [
    ...["red", "green", "blue"].flatMap((word) => [big(word), { text: word }]),
    { text: "a" },
    { text: "b" },
  ];
  const options = { contextWindow: 40_000, compaction: { enabled: false } };
  await onStage({ ...options, scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const first = await runPrint(sandbox, { prompts: ["one", "two", "three", "four"] });
    const session = first.sessionFile ?? "";
    const [pruned] = loopback.requests.slice(-1);
    const bare = await runPrint(sandbox, { prompts: ["five"], session, ...withoutTool });
    expect([bare.code, bare.stdout]).toEqual([0, "b\n"]);
    const [last] = loopback.requests.slice(-1);
    expect(last && stubsIn(last)).toEqual(pruned && stubsIn(pruned));
    expect(last && stubsIn(last).map(refOfStub)).toEqual(["t1", "t2", "t3"]);
    expect(recoverableEffects(session)).toEqual([]);
    expect(loopback.violations).toEqual([]);
  });
});
