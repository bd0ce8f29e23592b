import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheRules } from "../../src/economics/cache.ts";
import { emptyCache, type ModelledRequest, sendRequest } from "../../src/economics/cache-model.ts";
import { rewrittenTokens, type SizedMessage } from "../../src/economics/rewrite.ts";
import { gpt, sonnet } from "./build.ts";

const breakpoints = cacheRules(sonnet, "short");
const byMessage = cacheRules({ ...gpt, id: "gpt-6.2-sol" }, "short");
const prefix = cacheRules(gpt, "short");

/** Turns of one call: the request ends with a result, the assistant's message follows. */
const turns = (count: number): SizedMessage[] =>
  Array.from({ length: count }, () => [
    { tokens: 100, blocks: 2, endsRequest: false },
    { tokens: 1000, blocks: 1, endsRequest: true },
  ]).flat();
const prompt: SizedMessage = { tokens: 10, blocks: 1, endsRequest: true };
const unsent: SizedMessage[] = [
  { tokens: 100, blocks: 2, endsRequest: false },
  { tokens: 5000, blocks: 1, endsRequest: false },
];

describe("rewrittenTokens", () => {
  it.each([
    ["nothing changes", undefined, { prefix: 0, breakpoints: 0 }],
    ["the latest sent result changes", 10, { prefix: 1000, breakpoints: 1100 }],
    ["a result within the look-back changes", 4, { prefix: 4300, breakpoints: 4400 }],
    ["the first result changes", 2, { prefix: 5400, breakpoints: 5500 }],
    ["only an unsent result changes", 12, { prefix: 0, breakpoints: 0 }],
  ])("is what was sent behind the last thing that can be read, when %s", (_, firstChange, tokens) => {
    const rewrite = { messages: [prompt, ...turns(5), ...unsent], firstChange };
    expect({
      prefix: rewrittenTokens(rewrite, prefix),
      breakpoints: rewrittenTokens(rewrite, breakpoints),
    }).toEqual(tokens);
  });

  it("counts the whole history once the change lies deeper than a breakpoint looks back", () => {
    const messages = [prompt, ...turns(9), ...unsent];
    const total = 10 + 9 * 1100;
    // 6 turns of 3 blocks and 3 unsent blocks are 21 steps from the end, 5 turns are 18.
    expect(rewrittenTokens({ messages, firstChange: 8 }, breakpoints)).toBe(total);
    expect(rewrittenTokens({ messages, firstChange: 10 }, breakpoints)).toBe(5 * 1100);
    expect(rewrittenTokens({ messages, firstChange: 8 }, byMessage)).toBe(6 * 1100);
    expect(rewrittenTokens({ messages, firstChange: 8 }, prefix)).toBe(5 * 1100 + 1000);
  });

  it("has nothing to write again in an empty session", () => {
    expect(rewrittenTokens({ messages: [], firstChange: 0 }, breakpoints)).toBe(0);
  });

  it("is what the cache model says a flush costs", () => {
    const turn = fc.record({ call: size(), results: fc.array(size(), { minLength: 1, maxLength: 4 }) });
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        turn,
        fc.nat(),
        fc.constantFrom(breakpoints, { ...prefix, granularity: 1 }),
        (sent, last, pick, lenient) => {
          const rules = { ...lenient, minimumTokens: 0 };
          const session = transcript([...sent, last]);
          const changed = 1 + (pick % (session.length - 1));
          const before = session.slice(0, -1 - last.results.length);
          const after = session.map((message, index) =>
            index === changed ? { ...message, id: "stub" } : message,
          );
          const cache = requests(before).reduce(
            (state, request) => sendRequest(state, request, rules).state,
            emptyCache,
          );
          const written = (messages: readonly Named[]) => {
            const { use } = sendRequest(cache, request(messages), rules);
            return use.write + use.input;
          };
          const messages = after.map((message, index) => ({
            ...message,
            endsRequest: message.endsRequest && index < before.length,
          }));
          expect(rewrittenTokens({ messages, firstChange: changed }, rules)).toBe(
            written(after) - written(session),
          );
        },
      ),
    );
  });
});

interface Named extends SizedMessage {
  readonly id: string;
}

const size = () => fc.integer({ min: 1, max: 1000 });

function transcript(
  turns: readonly { readonly call: number; readonly results: readonly number[] }[],
): Named[] {
  const messages: Named[] = [{ id: "prompt", tokens: 10, blocks: 1, endsRequest: true }];
  for (const { call, results } of turns) {
    messages.push({
      id: `call ${messages.length}`,
      tokens: call,
      blocks: 1 + results.length,
      endsRequest: false,
    });
    results.forEach((tokens, index) => {
      messages.push({
        id: `result ${messages.length}`,
        tokens,
        blocks: 1,
        endsRequest: index === results.length - 1,
      });
    });
  }
  return messages;
}

const requests = (messages: readonly Named[]): ModelledRequest[] =>
  messages.flatMap((message, index) => (message.endsRequest ? [request(messages.slice(0, index + 1))] : []));

/** A request as the hosts make it: one breakpoint behind the system prompt, one on the last block. */
function request(messages: readonly Named[]): ModelledRequest {
  const blocks = messages.flatMap(({ id, tokens, blocks }) =>
    Array.from({ length: blocks }, (_, index) => ({
      key: `${id}.${index}`,
      tokens: index === 0 ? tokens : 0,
      endsMessage: index === blocks - 1,
    })),
  );
  const head = { key: "system", tokens: 500, endsMessage: true };
  return { at: 0, blocks: [head, ...blocks], breakpoints: [0, blocks.length], cold: false };
}
