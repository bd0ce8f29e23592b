import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CacheRules, cacheRules } from "../../src/economics/cache.ts";
import {
  type CacheUse,
  emptyCache,
  type ModelledRequest,
  sendRequest,
} from "../../src/economics/cache-model.ts";
import { gpt, sonnet } from "./build.ts";

const MINUTE = 60_000;
const anthropic = cacheRules(sonnet, "short");
const openAi = cacheRules(gpt, "short");
const byMessage = cacheRules({ ...gpt, id: "gpt-6.2-sol" }, "short");

/** `system` and then one block of 1000 tokens per letter, with breakpoints behind the system prompt and at the end. */
function request(letters: string, at = 0, changes: Partial<ModelledRequest> = {}): ModelledRequest {
  const keys = ["system", ...letters];
  return {
    at,
    blocks: keys.map((key) => ({ key, tokens: key === "system" ? 2000 : 1000, endsMessage: true })),
    breakpoints: [0, keys.length - 1],
    cold: false,
    ...changes,
  };
}

function send(requests: readonly ModelledRequest[], rules: CacheRules): CacheUse[] {
  let state = emptyCache;
  return requests.map((each) => {
    const sent = sendRequest(state, each, rules);
    state = sent.state;
    return sent.use;
  });
}

const last = (requests: readonly ModelledRequest[], rules: CacheRules) => send(requests, rules).at(-1);
const long = "abcdefghijklmnopqrstuvwx";

describe("sendRequest, with breakpoints", () => {
  it.each([
    ["the first request writes everything", [request("ab")], { read: 0, write: 4000, input: 0 }],
    ["the next one reads it", [request("ab"), request("abc")], { read: 4000, write: 1000, input: 0 }],
    [
      "a changed block is written with all behind it",
      [request("ab"), request("Xb")],
      { read: 2000, write: 2000, input: 0 },
    ],
    [
      "a change far back leaves what an earlier request wrote before it",
      [request("ab"), request("abcd"), request("abcdef"), request("abcXefg")],
      { read: 4000, write: 5000, input: 0 },
    ],
    [
      "a change deeper than the look-back leaves the system prompt",
      [request("ab"), request(long), request(`abX${long.slice(3)}`)],
      { read: 2000, write: 24_000, input: 0 },
    ],
    [
      "an entry exactly 20 blocks back is found",
      [request("ab"), request("abcdefghijklmnopqrstuv")],
      { read: 4000, write: 20_000, input: 0 },
    ],
    [
      "one 21 blocks back is not",
      [request("ab"), request("abcdefghijklmnopqrstuvw")],
      { read: 2000, write: 23_000, input: 0 },
    ],
    [
      "a second breakpoint finds what the last one is too far from",
      [request("ab"), request(long, 0, { breakpoints: [0, 2, 24] })],
      { read: 4000, write: 22_000, input: 0 },
    ],
    [
      "an entry lives from the start of the last request that used it",
      [request("ab"), request("abc", 4 * MINUTE), request("abcd", 9 * MINUTE)],
      { read: 5000, write: 1000, input: 0 },
    ],
    ["and not longer", [request("ab"), request("abc", 5 * MINUTE + 1)], { read: 0, write: 5000, input: 0 }],
    [
      "a cold request reads nothing",
      [request("ab"), request("abc", 0, { cold: true })],
      { read: 0, write: 5000, input: 0 },
    ],
    [
      "what stands behind the last breakpoint is input",
      [request("ab", 0, { breakpoints: [0, 1] })],
      { read: 0, write: 3000, input: 1000 },
    ],
    [
      "nothing is written without breakpoints",
      [request("ab", 0, { breakpoints: [] })],
      { read: 0, write: 0, input: 4000 },
    ],
    [
      "going back to an earlier branch reads what is still alive of it",
      [request("ab"), request("abcd"), request("aX"), request("abcde")],
      { read: 6000, write: 1000, input: 0 },
    ],
  ])("%s", (_, requests, use) => {
    expect(last(requests, anthropic)).toEqual(use);
  });

  it("caches no prompt below the minimum", () => {
    const rules = { ...anthropic, minimumTokens: 4096 };
    expect(send([request("ab"), request("ab"), request("abc"), request("abc")], rules)).toEqual([
      { read: 0, write: 0, input: 4000 },
      { read: 0, write: 0, input: 4000 },
      { read: 0, write: 5000, input: 0 },
      { read: 5000, write: 0, input: 0 },
    ]);
  });

  it("counts messages instead of blocks where the provider does", () => {
    const blocks = [...long].map((key, index) => ({ key, tokens: 1000, endsMessage: index % 2 === 1 }));
    const first = { ...request(""), blocks: blocks.slice(0, 2), breakpoints: [1] };
    const second = { ...first, blocks, breakpoints: [23] };
    expect(last([first, second], byMessage)).toEqual({ read: 2000, write: 22_000, input: 0 });
    expect(last([first, second], anthropic)).toEqual({ read: 0, write: 24_000, input: 0 });
  });
});

describe("sendRequest, with a common prefix", () => {
  it.each([
    ["nothing is read first", [request("ab")], { read: 0, write: 0, input: 4000 }],
    [
      "what is equal is read in steps of 128",
      [request("ab"), request("abc")],
      { read: 3968, write: 0, input: 1032 },
    ],
    [
      "a change leaves everything before it",
      [request("abcd"), request("abXd")],
      { read: 3968, write: 0, input: 2032 },
    ],
    [
      "it is forgotten in time",
      [request("ab"), request("abc", 10 * MINUTE + 1)],
      { read: 0, write: 0, input: 5000 },
    ],
    [
      "the longest of several branches counts",
      [request("abcd"), request("aX"), request("abcY")],
      { read: 4992, write: 0, input: 1008 },
    ],
    [
      "a part that was read lives on, the rest of its branch does not",
      [request("abcd"), request("aX", 9 * MINUTE), request("abcd", 18 * MINUTE)],
      { read: 2944, write: 0, input: 3056 },
    ],
  ])("%s", (_, requests, use) => {
    expect(last(requests, openAi)).toEqual(use);
  });
});

describe("laws", () => {
  const anyRequest = fc.record({
    letters: fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 30 }),
    at: fc.nat(20 * MINUTE),
    cold: fc.boolean(),
  });
  const anyRequests = fc
    .array(anyRequest, { maxLength: 15 })
    .map((requests) =>
      requests
        .toSorted((one, other) => one.at - other.at)
        .map(({ letters, at, cold }) => request(letters, at, { cold })),
    );
  const anyRules = fc.constantFrom(anthropic, openAi, byMessage);

  it("read, written and input tokens add up to the prompt, and none is negative", () => {
    fc.assert(
      fc.property(anyRequests, anyRules, (requests, rules) => {
        send(requests, rules).forEach(({ read, write, input }, index) => {
          expect(Math.min(read, write, input)).toBeGreaterThanOrEqual(0);
          expect(read + write + input).toBe(2000 + 1000 * ((requests[index]?.blocks.length ?? 0) - 1));
        });
      }),
    );
  });

  it("a request reads no more than it has in common with an earlier one, and nothing after a cold start", () => {
    fc.assert(
      fc.property(anyRequests, anyRules, (requests, rules) => {
        send(requests, rules).forEach(({ read }, index) => {
          const now = requests[index] as ModelledRequest;
          const common = requests.slice(0, index).map((earlier) => sharedTokens(earlier, now));
          expect(read).toBeLessThanOrEqual(now.cold ? 0 : Math.max(0, ...common));
        });
      }),
    );
  });
});

function sharedTokens(one: ModelledRequest, other: ModelledRequest): number {
  let tokens = 0;
  for (const [index, block] of other.blocks.entries()) {
    if (one.blocks[index]?.key !== block.key) break;
    tokens += block.tokens;
  }
  return tokens;
}
