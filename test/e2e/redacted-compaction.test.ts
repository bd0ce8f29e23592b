import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hosts, hostUnderTest } from "../support/hosts.ts";
import { long } from "../support/long-outputs.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { textIn } from "../support/request-text.ts";
import { startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";
import { appendEntries } from "../support/written-session.ts";

const REPLACEMENT = "redacted by hand";

const isCompaction = (request: RecordedRequest): boolean =>
  textIn(request).includes("ONLY output the structured summary");

/** A prompt, a result, an argument and a reply that hold a secret, and others behind them that do not. */
const replies: readonly Reply[] = [
  long("alpha"),
  long("beta"),
  { toolCalls: [{ name: "write", input: { path: "gamma.txt", content: "gamma 1 of a file\n".repeat(80) } }] },
  { text: "delta 1 is what I read" },
  { text: "b" },
  { text: "c" },
  long("epsilon"),
  { text: "d" },
  { text: "e" },
];
const SECRET = /(alpha|beta|gamma|delta|zeta) 1 /;

// Only host B writes such edits; host A does not apply them, so the pruner does.
it.runIf(hostUnderTest().id === "b").each([
  ["pruned", "auto"],
  ["raw", "on-demand"],
])(
  "shows a compaction nothing that an edit took out of a %s session, on either host",
  async (_what, pruneOn) => {
    const rest = [...replies];
    const script = (request: RecordedRequest): Reply =>
      isCompaction(request) ? { text: "what was done" } : (rest.shift() ?? { text: "out of lines" });
    const options = {
      settings: { contextPrune: { pruneOn } },
      compaction: { enabled: true, keepRecentTokens: 100 },
    };
    await onStage({ ...options, scripts: { "main-1": script } }, async ({ loopback, sandbox }) => {
      const prompts = ["zeta 1 is the secret", "two", "three", "four", "five"];
      const first = await runPrint(sandbox, { prompts });
      expect([first.code, first.stdout]).toEqual([0, "e\n"]);
      expect(recordedRefs(first.entries).length > 0).toBe(pruneOn === "auto");
      const session = first.sessionFile ?? "";
      const secrets = first.entries.filter(
        (entry) => entry.type === "message" && SECRET.test(JSON.stringify(entry.message)),
      );
      expect(secrets).toHaveLength(5);
      const content = [{ type: "text", text: REPLACEMENT }];
      const edits = secrets.map(({ id }, at) => ({
        type: "context_edit",
        targetId: id,
        // Out of a turn of calls a message can only be taken with all that answers it.
        replacement: at === 0 ? null : { content },
      }));
      appendEntries(session, edits);
      for (const host of [hosts.a, hosts.b]) {
        const asked = loopback.requests.length;
        const copy = join(sandbox.directory, `${host.id}.jsonl`);
        copyFileSync(session, copy);
        const rpc = startRpc({ ...sandbox, host }, { session: copy });
        await rpc.call({ type: "compact" });
        expect((await rpc.close()).code).toBe(0);
        const seen = loopback.requests.slice(asked).filter(isCompaction).map(textIn).join("\n");
        expect(seen).not.toMatch(SECRET);
        expect(seen).toContain(REPLACEMENT);
      }
      expect(loopback.violations).toEqual([]);
    });
  },
);
