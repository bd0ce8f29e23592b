import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { extensionPath, hostUnderTest, projectRoot } from "../support/hosts.ts";
import { long } from "../support/long-outputs.ts";
import type { RecordedRequest, Reply } from "../support/loopback/script.ts";
import { textIn } from "../support/request-text.ts";
import { stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import { onStage } from "../support/stage.ts";

const extensions = [extensionPath, join(projectRoot, "test/support/goto-command.ts")];
const models = [{ id: "main-1", compat: { supportsMidConvoSystemMessages: true } }];

interface Message {
  readonly role: string;
  readonly content: unknown;
}

const messagesOf = ({ body }: RecordedRequest) => body.messages as readonly Message[];

/** Texts of the system messages, with what stands right in front of each. */
const systemOf = (request: RecordedRequest) => {
  const messages = messagesOf(request);
  return messages.flatMap(({ role, content }, at) =>
    role === "system" ? [[content, messages[at - 1]?.content]] : [],
  );
};

// Only host B has system messages in the middle of a conversation: they tell what has changed of the prompt.
it.runIf(hostUnderTest().id === "b")(
  "leaves system messages where they stand, and the cached prompt in front of them, whatever is pruned",
  async () => {
    const script: readonly Reply[] = [
      ...["alpha", "beta", "gamma"].map(long),
      ...["a", "b", "c", "d", "e"].map((text) => ({ text })),
    ];
    const options = { scripts: { "main-1": script }, api: "openai", models } as const;
    await onStage(options, async ({ loopback, sandbox }) => {
      const rpc = startRpc(sandbox, { extensions });
      const instruct = async (text: string) => {
        writeFileSync(join(sandbox.agentDir, "AGENTS.md"), text);
        await rpc.command("/reload-extensions");
      };
      for (const prompt of ["one", "two"]) await rpc.prompt(prompt);
      await instruct("Be brief.");
      await rpc.prompt("three");
      await rpc.command("/pruner compact");
      await rpc.prompt("four");
      await instruct("Be very brief.");
      await rpc.prompt("five");
      const { code, stderr } = await rpc.close();
      const faults = rpc.records.filter(({ type }) => type === "extension_error");
      expect([code, stderr, faults, loopback.violations]).toEqual([0, "", [], []]);

      const [stubbed, added, compressed, addedAgain] = loopback.requests.slice(-4);
      if (!stubbed || !added || !compressed || !addedAgain) throw new Error("not all prompts were sent");
      expect(stubsIn(stubbed)).toHaveLength(3);
      expect(systemOf(stubbed)).toHaveLength(1);
      expect(systemOf(added).slice(0, 1)).toEqual(systemOf(stubbed));
      expect(systemOf(added)).toHaveLength(2);
      expect(added.usage?.cacheRead).toBeGreaterThan(0.9 * stubbed.promptTokens);
      expect(textIn(compressed)).toContain('<compressed-chain id="b1"');
      expect(systemOf(compressed)).toEqual(systemOf(added));
      expect(systemOf(addedAgain).slice(0, 2)).toEqual(systemOf(compressed));
      expect(systemOf(addedAgain)).toHaveLength(3);
      expect(addedAgain.usage?.cacheRead).toBeGreaterThan(0.9 * compressed.promptTokens);
    });
  },
);
