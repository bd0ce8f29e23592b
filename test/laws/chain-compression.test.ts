import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { captureBranch } from "../../src/capture/capture.ts";
import { QUERY_TOOL } from "../../src/capture/read-batches.ts";
import { compressEligible } from "../../src/chain/compress.ts";
import { compressibleGain } from "../../src/chain/gain.ts";
import type { BranchMessage } from "../../src/model/branch.ts";
import type { PruneEntry } from "../../src/model/entries.ts";
import type { Messages } from "../../src/model/message.ts";
import { contextChars } from "../../src/model/size.ts";
import { applyChainCompressions } from "../../src/render/chain-range-prune.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { indexedKey, refOf } from "../../src/state/queries.ts";
import { fold } from "../../src/state/reducers.ts";
import type { PruneState } from "../../src/state/state.ts";
import { compression } from "../chain/build.ts";
import { transcripts } from "../support/arbitraries.ts";
import { branchOf } from "../support/branch.ts";
import { lawCases } from "../support/cases.ts";
import { deepFreeze } from "../support/deep-freeze.ts";
import { conversions } from "../support/host-transforms.ts";
import { faultsOf, newFaults } from "../support/judge.ts";
import { expectNoWorseItems } from "../support/laws/valid.ts";
import { reply, user } from "../support/transcript.ts";

interface Case {
  readonly branch: readonly BranchMessage[];
  readonly messages: Messages;
  readonly entries: readonly PruneEntry[];
  readonly state: PruneState;
}

// Each part is a prompt of its own, so that there is something to compress.
const branches = fc
  .tuple(fc.array(transcripts, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 1, 1, 0, 40))
  .map(([parts, step]) =>
    branchOf(
      parts.flatMap((part) => [user(), ...part, reply()]),
      { start: 1000, step },
    ),
  );

const law = (check: (one: Case) => void, isProtected = (name: string) => name === "read") =>
  fc.assert(
    fc.asyncProperty(branches, async (branch) => {
      const settled = deepFreeze(branch);
      const entries = await compressEligible(
        compression(settled, [], { all: true, isProtected, digest: ({ toolCallId }) => `did ${toolCallId}` }),
      );
      check({ branch, messages: branch.map(({ message }) => message), entries, state: fold(entries) });
    }),
    { numRuns: lawCases() },
  );

const render = (messages: Messages, state: PruneState): Messages =>
  applyChainCompressions(messages, { state, report: () => {} });

// A fault is named after the message it is in, and that one may have lost its thinking since.
const faultsIn = (converted: Parameters<typeof faultsOf>[0]): readonly string[] =>
  faultsOf(converted).map((fault) => fault.replace(/^(lone surrogate: assistant).*/s, "$1"));

describe("for any transcript, compressing all of its chains", () => {
  it("never makes the context longer, and keeps every user message in order", () =>
    law(({ messages, state }) => {
      const after = render(messages, state);
      expect(contextChars(after)).toBeLessThanOrEqual(contextChars(messages));
      const kept = after.filter((message) => message.role === "user" && message.timestamp !== 9_000_000);
      expect(kept).toEqual(messages.filter((message) => message.role === "user"));
      if (state.chains.size === 0) expect(after).toBe(messages);
      for (const message of after)
        if (message.role !== "assistant" && message.timestamp !== 9_000_000)
          expect(messages).toContain(message);
    }));

  it("shows every chain it recorded, and says nothing of any", () =>
    law(({ messages, state }) => {
      const reports: unknown[] = [];
      const after = applyChainCompressions(messages, { state, report: (it) => reports.push(it) });
      expect(reports).toEqual([]);
      expect(after.filter(({ timestamp }) => timestamp === 9_000_000)).toHaveLength(state.chains.size);
    }));

  it("does nothing more the second time", () =>
    law(({ messages, state }) => {
      const once = render(messages, state);
      expect(render(once, state)).toBe(once);
    }));

  it("leaves every call of a dropped range with a record and a ref", () =>
    law(({ branch, state }) => {
      const dropped = new Set(
        [...state.chains.values()].flatMap((entry) => entry.droppedOccurrenceKeys ?? []),
      );
      for (const call of captureBranch(branch).flatMap((batch) => batch.calls)) {
        if (!dropped.has(call.key) || call.toolName === QUERY_TOOL) continue;
        const key = indexedKey(state, call.key, call.toolCallId);
        expect(key && refOf(state, key)).toMatch(/^t\d+$/);
        expect(state.records.get(key ?? call.key)).toMatchObject({
          entryId: call.entryId,
          assistantEntryId: call.assistantEntryId,
        });
      }
    }));

  it("adds nothing that a provider would refuse", () =>
    law(({ messages, state }) => {
      const after = pruneMessages(messages, { state, report: () => {} });
      const before = [...conversions(messages)];
      for (const [index, [where, converted]] of [...conversions(after)].entries())
        expect(newFaults(faultsIn(before[index]?.[1] ?? []), faultsIn(converted)), where).toEqual([]);
      expectNoWorseItems(messages, after);
    }));

  it("removes at least what it was said to be worth", () =>
    law(({ messages, state }) => {
      const { branch: _, ...question } = compression([], [], {
        all: true,
        isProtected: (name) => name === "read",
      });
      const gain = compressibleGain(messages, question).reduce((sum, { chars }) => sum + chars, 0);
      const removed = contextChars(messages) - contextChars(render(messages, state));
      expect(gain).toBeLessThanOrEqual(removed);
    }));

  it("leaves nothing to compress", () =>
    law(({ branch, entries }) => {
      const again = compression(branch, entries, { all: true, isProtected: (name) => name === "read" });
      return compressEligible({ ...again, digest: ({ toolCallId }) => `did ${toolCallId}` }).then((more) =>
        expect(more.filter(({ type }) => type === "context-prune-chain")).toEqual([]),
      );
    }));
});
