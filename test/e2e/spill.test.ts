import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { stringsIn } from "../support/requests.ts";
import { onStage } from "../support/stage.ts";

const bash = (command: string): Reply => ({ toolCalls: [{ name: "bash", input: { command } }] });
const long = 'for i in $(seq 1 600); do echo "line $i of a long output"; done';
const output = Array.from({ length: 600 }, (_, at) => `line ${at + 1} of a long output\n`).join("");
const settings = { contextPrune: { spillThreshold: 8000, spillPreviewBytes: 500 } };

const previewsIn = (request: RecordedRequest | undefined): readonly string[] =>
  [...stringsIn(request?.body)].filter((text) => text.startsWith("[spilled · "));

const wholeIn = (request: RecordedRequest | undefined): boolean =>
  [...stringsIn(request?.body)].some((text) => text.includes("line 599 of a long output"));

/** The records of spilled results, in order. */
const spillsIn = (entries: readonly SessionEntry[]): readonly Record<string, unknown>[] =>
  entries.flatMap((entry) =>
    entry.type === "custom" && entry.customType === "context-prune-index"
      ? (entry.data as { toolCalls: Record<string, unknown>[] }).toolCalls.filter(({ spilled }) => spilled)
      : [],
  );

it("sends a large result as a preview from the first request on, and keeps the rest in a private file", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }];
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two"] });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, "b\n", ""]);
    const [, read, later] = loopback.requests;
    expect(loopback.requests.map(wholeIn)).toEqual([false, false, false]);
    expect(previewsIn(read)).toHaveLength(1);
    expect(previewsIn(later)).toEqual(previewsIn(read));
    const [record] = spillsIn(run.entries);
    const path = String(record?.spillPath);
    expect(previewsIn(read)[0]).toContain(`read ${path} with offset and limit`);
    expect(readFileSync(path, "utf8").trimEnd()).toBe(output.trimEnd());
    expect([lstatSync(path).mode & 0o777, lstatSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(dirname(path)).toMatch(/-blobs$/);
    expect(dirname(dirname(path))).toBe(dirname(run.sessionFile ?? ""));
    expect(loopback.violations).toEqual([]);
  });
});

it("gets every byte of a large result back through its ref", async () => {
  const query = { name: "context_tree_query", input: { toolCallIds: ["t1"], lines: "598-600" } };
  const script = [bash(long), { toolCalls: [query] }, { text: "a" }];
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one"] });
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(loopback.requests.map(wholeIn)).toEqual([false, false, true]);
    expect(previewsIn(loopback.requests[2])).toHaveLength(1);
  });
});

it("renders the same bytes after a resume, and writes no second record", async () => {
  const script = [bash(long), { text: "a" }, { text: "b" }];
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const first = await runPrint(sandbox, { prompts: ["one"] });
    const second = await runPrint(sandbox, { prompts: ["two"], session: first.sessionFile ?? "" });
    expect(previewsIn(loopback.requests[2])).toEqual(previewsIn(loopback.requests[1]));
    expect(spillsIn(second.entries)).toHaveLength(1);
  });
});

it("gives a repeat no file of its own", async () => {
  const script = [bash(long), bash(long), { text: "a" }];
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one"] });
    const path = String(spillsIn(run.entries)[0]?.spillPath);
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect(previewsIn(loopback.requests[2])[1]).toContain("· same output as `t1` ·");
  });
});

it("writes nothing where the session is not kept", async () => {
  const script = [bash(long), { text: "a" }];
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one"], noSession: true });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, "a\n", ""]);
    expect(wholeIn(loopback.requests[1])).toBe(true);
    expect(readdirSync(sandbox.cwd)).toEqual([]);
    expect(
      readdirSync(sandbox.directory, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith("-blobs"),
      ),
    ).toEqual([]);
  });
});

it("leaves a result in the context when its file cannot be written, and says so once", async () => {
  // The command whose result is to go there plants a link in the place of the folder.
  const plant =
    'f=$(ls "$PI_CODING_AGENT_DIR"/sessions/*/*.jsonl); id=$(basename "$f" .jsonl | sed "s/.*_//"); ln -s "$HOME" "$(dirname "$f")/$id-blobs"';
  const script = [bash(`${plant}; ${long}`), bash(`${long}; echo again`), { text: "a" }];
  await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one"] });
    expect([run.code, run.stdout]).toEqual([0, "a\n"]);
    expect(run.stderr).toMatch(
      /^pruner: keeping a large result in a file failed \(.*-blobs is not a folder\)\. Nothing is lost: .*\n$/,
    );
    expect(loopback.requests.map(wholeIn)).toEqual([false, true, true]);
    expect(loopback.violations).toEqual([]);
  });
});
