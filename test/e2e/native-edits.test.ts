import { expect, it } from "vitest";
import { hosts, hostUnderTest } from "../support/hosts.ts";
import { long, query } from "../support/long-outputs.ts";
import type { Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { stubsOfLast, textIn } from "../support/request-text.ts";
import { entryOfRef, refOfStub, stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { readSessionFile } from "../support/session-file.ts";
import { onStage } from "../support/stage.ts";
import { appendEntries } from "../support/written-session.ts";

const REPLACEMENT = "redacted by hand";

// Only host B writes such edits; host A does not apply them, so the pruner does.
it.runIf(hostUnderTest().id === "b")(
  "keeps what the host's own edits removed or replaced out of stubs and recoveries, on either host",
  async () => {
    const script: readonly Reply[] = [
      long("alpha"),
      { text: "a" },
      long("beta"),
      { text: "b" },
      long("gamma"),
      { text: "c" },
      { text: "d" },
      query(["t1", "t2", "t3"], "1-3"),
      { text: "e" },
      query(["*"]),
      query(["t1"]),
      { text: "f" },
    ];
    await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
      const first = await runPrint(sandbox, { prompts: ["one", "two", "three", "four"] });
      expect([first.code, first.stderr]).toEqual([0, ""]);
      expect(stubsOfLast(loopback.requests).map(refOfStub)).toEqual(["t1", "t2", "t3"]);
      const entries = entryOfRef(first.entries);
      const session = first.sessionFile ?? "";
      appendEntries(session, [
        { type: "context_edit", targetId: entries.get("t1")?.id, replacement: null },
        {
          type: "context_edit",
          targetId: entries.get("t2")?.id,
          replacement: { content: [{ type: "text", text: REPLACEMENT }] },
        },
      ]);

      const edited = await runPrint(sandbox, { prompts: ["five"], session });
      expect([edited.code, edited.stdout, edited.stderr]).toEqual([0, "e\n", ""]);
      const [asking, recovered] = loopback.requests.slice(-2);
      expect(asking && stubsIn(asking).map(refOfStub)).toEqual(["t3"]);
      const seen = [asking, recovered].map(textIn);
      for (const text of seen) {
        expect(text).toContain(REPLACEMENT);
        expect(text).not.toMatch(/(alpha|beta) \d/);
      }
      expect(seen[1]).toContain("was removed from the session by an edit");
      expect(seen[1]).toContain("An edit replaced this output");
      expect(seen[1]).toContain("gamma 2 of a long output");
      expect(recordedRefs(edited.entries)).toEqual(["t1", "t2", "t3"]);

      const onHostA = await runPrint({ ...sandbox, host: hosts.a }, { prompts: ["six"], session });
      expect([onHostA.code, onHostA.stdout, onHostA.stderr]).toEqual([0, "f\n", ""]);
      const answers = loopback.requests.slice(-2).map(textIn);
      for (const text of answers) {
        expect(text).toContain("was removed from the session by an edit");
        expect(text).toContain(REPLACEMENT);
        expect(text).not.toMatch(/(alpha|beta) \d/);
      }
      expect(loopback.violations).toEqual([]);
    });
  },
);

it.runIf(hostUnderTest().id === "b")(
  "tells nothing of what an edit took out of a compressed chain",
  async () => {
    const script: readonly Reply[] = [
      long("alpha"),
      ...["beta", "gamma", "delta", "epsilon", "zeta"].map(long),
      { text: "a" },
      { text: "b" },
      { text: "c" },
      { text: "d" },
      { text: "d" },
    ];
    await onStage({ scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
      const rpc = startRpc(sandbox);
      for (const prompt of ["one", "two"]) await rpc.prompt(prompt);
      await rpc.command("/pruner compact");
      await rpc.prompt("three");
      const { sessionFile } = await rpc.call({ type: "get_state" });
      expect((await rpc.close()).code).toBe(0);
      expect(textIn(loopback.requests.at(-1))).toContain('<compressed-chain id="b1"');
      expect(textIn(loopback.requests.at(-1))).toMatch(/zeta \d/);
      const session = String(sessionFile);
      const zeta = entryOfRef(readSessionFile(session).entries).get("t6");
      appendEntries(session, [{ type: "context_edit", targetId: zeta?.id, replacement: null }]);
      for (const host of [hosts.b, hosts.a]) {
        const edited = await runPrint({ ...sandbox, host }, { prompts: ["four"], session });
        expect([edited.code, edited.stdout, edited.stderr]).toEqual([0, "d\n", ""]);
        expect(textIn(loopback.requests.at(-1))).not.toMatch(/zeta \d/);
      }
      expect(loopback.violations).toEqual([]);
    });
  },
);
