import { join } from "node:path";
import { expect, it } from "vitest";
import { entriesOf, flushesIn } from "../support/flushes.ts";
import { extensionPath, projectRoot } from "../support/hosts.ts";
import { long } from "../support/long-outputs.ts";
import type { Reply } from "../support/loopback/script.ts";
import { recordedRefs } from "../support/recorded-calls.ts";
import { textIn } from "../support/request-text.ts";
import { stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";

const extensions = [extensionPath, join(projectRoot, "test/support/finish-tool.ts")];
const finish: Reply = { toolCalls: [{ name: "finish", input: {} }] };

it.each(["auto", "agent-message"])(
  "leaves the work of a run that a tool ends pending, and takes it once it is read (%s)",
  async (pruneOn) => {
    const script: readonly Reply[] = [long("alpha"), finish, { text: "b" }, { text: "c" }];
    const settings = { contextPrune: { pruneOn, chainCompression: { enabled: false } } };
    await onStage({ scripts: { "main-1": script }, settings }, async ({ loopback, sandbox }) => {
      const rpc = startRpc(sandbox, { extensions });
      await rpc.prompt("one");
      expect(loopback.requests).toHaveLength(2);
      const left = await entriesOf(rpc);
      expect([flushesIn(left), recordedRefs(left)]).toEqual([[], []]);

      await rpc.prompt("two");
      await rpc.prompt("three");
      const [, , second, third] = loopback.requests;
      // Nobody has read the report when the second prompt is sent.
      expect(textIn(second)).toContain("report 150 of the run");
      expect(second && third && [stubsIn(second).length, stubsIn(third).length]).toEqual(
        pruneOn === "auto" ? [1, 2] : [0, 2],
      );
      expect((await rpc.close()).code).toBe(0);
      expect(loopback.violations).toEqual([]);
    });
  },
);
