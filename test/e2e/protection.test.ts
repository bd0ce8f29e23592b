import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { stringsIn, stubsIn } from "../support/requests.ts";
import type { Sandbox } from "../support/sandbox.ts";
import { pruneEntries } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";

const bash = (command: string): Reply => ({ toolCalls: [{ name: "bash", input: { command } }] });
const long = 'for i in $(seq 1 300); do echo "line $i of a long output"; done';

function setContextPrune({ agentDir }: Sandbox, contextPrune: Readonly<Record<string, unknown>>): void {
  const file = join(agentDir, "settings.json");
  const settings = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...settings, contextPrune }));
}

const isRaw = (request: RecordedRequest | undefined): boolean =>
  [...stringsIn(request?.body)].some((text) => text.includes("line 299 of a long output"));

it("shows what is protected since raw, and the same stub again when it is not", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }, { text: "c" }, { text: "d" }, { text: "e" }];
  await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
    const first = await runPrint(sandbox, { prompts: ["one", "two"] });
    const session = first.sessionFile ?? "";
    setContextPrune(sandbox, { protectedTools: ["bash"] });
    await runPrint(sandbox, { prompts: ["three"], session });
    await runPrint(sandbox, { prompts: ["four"], session });
    setContextPrune(sandbox, {});
    const last = await runPrint(sandbox, { prompts: ["five"], session });
    const [, , pruned, protectedOnce, protectedStill, again] = loopback.requests;
    expect([pruned, protectedOnce, protectedStill, again].map(isRaw)).toEqual([false, true, true, false]);
    expect(stubsIn(again as RecordedRequest)).toEqual(stubsIn(pruned as RecordedRequest));
    const effects = pruneEntries(last).flatMap((entry) =>
      entry.type === "custom" && entry.customType === "context-prune-effect" ? [entry.data] : [],
    );
    expect(effects).toMatchObject([
      { kind: "protection", refs: ["t1"] },
      { kind: "protection", refs: [] },
      { kind: "pruned", refs: ["t1"] },
    ]);
    expect(loopback.violations).toEqual([]);
  });
});
