import { describe, expect, it } from "vitest";
import { compressEligible, planCompression } from "../../src/chain/compress.ts";
import { compressibleGain } from "../../src/chain/gain.ts";
import type { ToolCallRecord } from "../../src/model/entries.ts";
import type { AgentMessage, Messages } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { fold } from "../../src/state/reducers.ts";
import { compression, index, prompts } from "../chain/build.ts";
import { branchOf } from "../support/branch.ts";

/** Messages that count how often anything of them, or of the list, is looked at. */
function counted(messages: Messages): { readonly messages: Messages; readonly looks: () => number } {
  let looks = 0;
  const count = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, key, receiver) {
        looks++;
        return Reflect.get(object, key, receiver) as unknown;
      },
    });
  return { messages: count(messages.map((message): AgentMessage => count(message))), looks: () => looks };
}

const raw = (chains: number): Messages => branchOf(prompts(chains)).map(({ message }) => message);

/** Looks that the same work takes at a size and at four times that size. */
async function growth(work: (chains: number) => number | Promise<number>): Promise<number> {
  return (await work(160)) / (await work(40));
}

describe("work grows with the session and not faster", () => {
  it("when compressed chains are rendered", async () => {
    const render = async (chains: number) => {
      const entries = await compressEligible(compression(branchOf(prompts(chains)), [], { all: true }));
      const { messages, looks } = counted(raw(chains));
      const rendered = pruneMessages(messages, { state: fold(entries), report: () => {} });
      expect(rendered).toHaveLength(chains * 3);
      return looks();
    };
    expect(await growth(render)).toBeLessThan(4.2);
  });

  it("when chains cannot be found any more", async () => {
    const render = async (chains: number) => {
      const entries = await compressEligible(compression(branchOf(prompts(chains)), [], { all: true }));
      const { messages, looks } = counted(raw(chains).filter((message) => message.role !== "user"));
      pruneMessages(messages, { state: fold(entries), report: () => {} });
      return looks();
    };
    expect(await growth(render)).toBeLessThan(4.2);
  });

  it("when condensed arguments are rendered", async () => {
    const render = (chains: number) => {
      const { messages, looks } = counted(raw(chains));
      const records = Array.from(
        { length: chains },
        (_, at): ToolCallRecord => ({
          toolCallId: `c${at + 1}`,
          toolName: "bash",
          resultTimestamp: 1002 + 4 * at,
          ref: `t${at + 1}`,
          arguments: [{ path: ["command"], text: "m", chars: `make ${at + 1}`.length }],
        }),
      );
      const rendered = pruneMessages(messages, { state: fold([index(records)]), report: () => {} });
      expect(rendered.filter((message, at) => message !== messages[at])).toHaveLength(chains);
      return looks();
    };
    expect(await growth(render)).toBeLessThan(4.2);
  });

  it("when chains are looked for, and when they are compressed", async () => {
    const question = compression([], [], { all: true });
    const estimate = (chains: number) => {
      const { messages, looks } = counted(raw(chains));
      expect(compressibleGain(messages, question)).toHaveLength(chains);
      return looks();
    };
    const plan = (chains: number) => {
      const { messages, looks } = counted(raw(chains));
      const branch = branchOf(prompts(chains)).map((one, at) => ({
        ...one,
        message: messages[at] as AgentMessage,
      }));
      planCompression({ ...question, branch });
      return looks();
    };
    expect(await growth(estimate)).toBeLessThan(4.2);
    expect(await growth(plan)).toBeLessThan(4.2);
  });
});
