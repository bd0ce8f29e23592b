import { join } from "node:path";
import { expect, it } from "vitest";
import { EDITED_OUTPUT, EDITED_PROMPT, MEMORY, NOTE, SECRET } from "../support/foreign-context.ts";
import { extensionPath, hostUnderTest, projectRoot } from "../support/hosts.ts";
import { long, query } from "../support/long-outputs.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { textIn } from "../support/request-text.ts";
import { refOfStub, stringsIn, stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";

const foreign = join(projectRoot, "test/support/foreign-context.ts");
const changesPrefix = "the other extension's note stands behind everything, and moves on with each request";
const words = ["alpha", "beta", "gamma", "delta"];

const script: readonly Reply[] = [
  ...words.map(long),
  { text: "a" },
  { text: "b" },
  { text: "c" },
  { text: "d" },
  query(["t1..t4"], "300"),
  { text: "e" },
];
/** The first request of each prompt behind the first. */
const [PRUNED, AGAIN, COMPRESSED] = [5, 6, 7];

/** The requests of a session that is pruned, compressed and asked for its originals, beside another extension. */
function play(extensions: readonly string[]): Promise<readonly RecordedRequest[]> {
  return onStage({ scripts: { "main-1": script }, changesPrefix }, async ({ loopback, sandbox }) => {
    const rpc = startRpc(sandbox, { extensions });
    for (const prompt of ["one", "two", "three"]) await rpc.prompt(prompt);
    await rpc.command("/pruner compact");
    for (const prompt of ["four", "five"]) await rpc.prompt(prompt);
    const faults = rpc.records.filter(
      ({ type, message }) => type === "extension_error" || /pruner: .* failed/.test(String(message)),
    );
    const { code, stderr } = await rpc.close();
    expect([code, stderr, faults, loopback.violations]).toEqual([0, "", [], []]);
    return loopback.requests;
  });
}

const messagesOf = ({ body }: RecordedRequest): string => JSON.stringify(body.messages, null, 1);
const timesIn = (request: RecordedRequest | undefined, wanted: string): number =>
  [...stringsIn(request?.body)].filter((text) => text.includes(wanted)).length;
const stubs = (request: RecordedRequest | undefined) => (request ? stubsIn(request) : []);

it("prunes beside an extension that adds, edits and removes messages, whichever of the two is loaded first", async () => {
  const before = await play([foreign, extensionPath]);
  const after = await play([extensionPath, foreign]);
  for (const requests of [before, after]) {
    for (const request of requests)
      expect([timesIn(request, MEMORY), timesIn(request, NOTE)]).toEqual([1, 1]);
    expect(stubs(requests[PRUNED]).map(refOfStub)).toEqual(["t1", "t4"]);
    expect(timesIn(requests[PRUNED], EDITED_OUTPUT)).toBe(1);
    expect(timesIn(requests[PRUNED], EDITED_PROMPT)).toBe(1);
    expect(stubs(requests[AGAIN])).toEqual(stubs(requests[PRUNED]));
    expect(timesIn(requests[COMPRESSED], EDITED_PROMPT)).toBe(1);
    const recovered = textIn(requests.at(-1));
    for (const word of words) expect(recovered).toContain(`${word} 300 of a long output`);
  }
  // A block would tell what the extension in front has edited and taken out. On host B every other one is in front.
  const [edited, compressed] = [textIn(before[COMPRESSED]), textIn(after[COMPRESSED])];
  expect(edited).not.toContain("<compressed-chain");
  expect(edited).not.toMatch(/(beta|gamma) \d/);
  if (hostUnderTest().id === "a") expect(compressed).toContain('<compressed-chain id="b1"');
  else expect(compressed).not.toContain("<compressed-chain");
  const uncompressed = (requests: readonly RecordedRequest[]) =>
    requests.slice(0, COMPRESSED).map(messagesOf);
  expect(uncompressed(after)).toEqual(uncompressed(before));
});

it.each([
  ["before", [foreign, extensionPath]],
  ["behind", [extensionPath, foreign]],
] as const)("shows nothing that an extension %s it masks, letter by letter", async (_place, extensions) => {
  const replies = [long(SECRET), { text: "a" }, { text: "b" }, query(["t1"]), { text: "c" }];
  await onStage({ scripts: { "main-1": replies }, changesPrefix }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: ["one", "two", "three"], extensions });
    expect([run.code, run.stdout, run.stderr, recordedRefs(run.entries)]).toEqual([0, "c\n", "", ["t1"]]);
    for (const request of loopback.requests) expect(textIn(request)).not.toMatch(new RegExp(`${SECRET} \\d`));
    expect(timesIn(loopback.requests.at(-1), `${"*".repeat(SECRET.length)} 300 of`)).toBeGreaterThan(0);
    expect(loopback.violations).toEqual([]);
  });
});
