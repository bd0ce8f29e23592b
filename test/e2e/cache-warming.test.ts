import { expect, it } from "vitest";
import { entriesOf, flushesIn } from "../support/flushes.ts";
import { hostUnderTest } from "../support/hosts.ts";
import { long } from "../support/long-outputs.ts";
import type { RecordedRequest } from "../support/loopback/script.ts";
import { stubsIn } from "../support/requests.ts";
import { startRpc } from "../support/rpc.ts";
import type { SandboxModel } from "../support/sandbox.ts";
import { onStage } from "../support/stage.ts";

// The shortest life with which host B warms at all: it begins ten seconds before the end. The price makes it pay.
const LIFE_S = 11;
const model: SandboxModel = {
  id: "main-1",
  reasoning: false,
  promptCache: { short: LIFE_S },
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 1000 },
};

const isWarming = ({ body }: RecordedRequest) => body.max_tokens === 1;

it.runIf(hostUnderTest().id === "b")(
  "does not rewrite a cache that the host kept warm over a pause longer than its life",
  async () => {
    const replies = [long("alpha"), { text: "one" }, { text: "two" }];
    const script = (request: RecordedRequest) =>
      (isWarming(request) ? undefined : replies.shift()) ?? { text: "." };
    const settings = { cacheWarming: "idle" };
    await onStage(
      { scripts: { "main-1": script }, models: [model], settings },
      async ({ loopback, sandbox }) => {
        const rpc = startRpc(sandbox);
        await rpc.prompt("a long story ".repeat(2000));
        const last = loopback.requests.findLast((request) => !isWarming(request));
        const isLate = ({ arrivedAt }: RecordedRequest) =>
          arrivedAt > (last?.arrivedAt ?? Number.POSITIVE_INFINITY) + LIFE_S * 1000;
        const warming = await loopback.waitForRequest(isLate, 30_000);
        expect(isWarming(warming)).toBe(true);
        await rpc.prompt("go on");
        const next = loopback.requests.findLast((request) => !isWarming(request));
        expect(next && stubsIn(next)).toEqual([]);
        expect(flushesIn(await entriesOf(rpc))).toEqual([]);
        await rpc.close();
      },
    );
  },
);
