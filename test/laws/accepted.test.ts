import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lawCases, lawTimeLimit } from "../support/cases.ts";
import { type Host, hosts } from "../support/host-transforms.ts";
import { writtenByOpenAi } from "../support/openai-written.ts";
import { type Api, apis, customTools, refusalOf } from "../support/payloads.ts";
import { play } from "../support/play.ts";
import { readable } from "../support/readable.ts";
import { tameSteps } from "../support/tame-histories.ts";

const SHARE = 0.15;

/** OpenAI's Responses API remembers what it made itself. */
const stepsFor = (host: Host, api: Api) =>
  api === "responses" ? tameSteps.map((steps) => writtenByOpenAi(steps, customTools[host.name])) : tameSteps;

describe("what providers take unpruned, they take pruned", () => {
  describe.each(hosts)("host $name", (host) => {
    it.each(apis)("the body of a request to %s", (api) =>
      fc.assert(
        fc.asyncProperty(
          stepsFor(host, api).map((steps) => readable([...steps])),
          async (steps) => {
            const { requests } = await play({ host: host.name, pace: 1, steps });
            for (const { array, rendered } of requests.filter(
              (request) => request.rendered !== request.array,
            )) {
              if ((await refusalOf(host, api, array)) === undefined)
                expect(await refusalOf(host, api, rendered, array)).toBeUndefined();
            }
          },
        ),
        { numRuns: lawCases(SHARE), interruptAfterTimeLimit: lawTimeLimit(SHARE) },
      ),
    );

    it.each(apis)("%s takes sessions in which nothing is wrong", async (api) => {
      for (const steps of fc.sample(stepsFor(host, api), { numRuns: 3, seed: 7 })) {
        const { requests } = await play({ host: host.name, pace: 1, steps });
        // No host asks again behind a final reply.
        for (const { array } of requests.slice(0, -1))
          expect(await refusalOf(host, api, array)).toBeUndefined();
      }
    });
  });
});
