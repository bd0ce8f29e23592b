import { describe, expect, it } from "vitest";
import { hostUnderTest } from "../support/hosts.ts";
import type { Protocol, RecordedRequest, Reply } from "../support/loopback/script.ts";
import { runPrint } from "../support/print.ts";
import { entryOfRef, originalText, refOfStub, stubsIn } from "../support/requests.ts";
import { onStage } from "../support/stage.ts";

const PROMPTS = Array.from({ length: 8 }, (_, at) => `part ${at + 1}`);
const TURNS_PER_PROMPT = 5;

/** Five tool turns and a reply for each prompt, with outputs of every kind and size. */
function answer({ index, protocol }: RecordedRequest): Reply {
  const turn = index % (TURNS_PER_PROMPT + 1);
  // Of the three, Responses alone has thinking go with its answer whether it is switched on or not.
  const thought = protocol === "responses" && index % 4 !== 0 ? { thinking: `what about ${index}?` } : {};
  if (turn === TURNS_PER_PROMPT)
    return { ...thought, text: `part ${Math.floor(index / (TURNS_PER_PROMPT + 1)) + 1} is done` };
  const commands = [
    `for i in $(seq 1 120); do echo "step $i of build ${index}: compiled module_$i.ts without a warning"; done`,
    `echo "error: cannot find name 'total${index}' in src/cart.ts:${index}"; seq 1 400; exit 3`,
    `printf '%s\\n' "short ${index}"`,
  ];
  const calls = [{ name: "bash", input: { command: commands[turn % 3] ?? "true" } }];
  return {
    ...thought,
    text: `turn ${turn}`,
    toolCalls: turn === 3 ? [...calls, { name: "bash", input: { command: `seq ${index} 900` } }] : calls,
  };
}

async function play(api: Protocol, extensions?: readonly string[]) {
  return onStage({ scripts: { "main-1": answer }, api }, async ({ loopback, sandbox }) => {
    const run = await runPrint(sandbox, { prompts: PROMPTS, ...(extensions && { extensions }) });
    return { run, requests: [...loopback.requests], violations: [...loopback.violations] };
  });
}

describe.each(["anthropic", "openai", "responses"] as const)(
  `forty turns over %s on host ${hostUnderTest().id}`,
  (api) => {
    it("are accepted, answered alike, and at least 60 % smaller at the last request", async () => {
      const plain = await play(api, []);
      const { run, requests, violations } = await play(api);
      expect(violations).toEqual([]);
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toBe(plain.run.stdout);
      expect(requests.length).toBe(plain.requests.length);
      const size = (all: readonly RecordedRequest[]) => all.at(-1)?.promptTokens ?? 0;
      expect(size(requests) / size(plain.requests)).toBeLessThanOrEqual(0.4);
    });

    it("leave every ref resolvable to its own original", async () => {
      const { run, requests } = await play(api);
      const entries = entryOfRef(run.entries);
      const stubs = requests.flatMap(stubsIn);
      expect(stubs.length).toBeGreaterThan(0);
      for (const stub of stubs) {
        const original = originalText(entries.get(refOfStub(stub)));
        expect(original).toBeDefined();
        // The size in the header is that of the original, which names it well enough here.
        const lines = (original ?? "").split("\n").length - (original?.endsWith("\n") ? 1 : 0);
        expect(stub.split("\n")[0]).toContain(`${lines} line`);
      }
    });
  },
);
