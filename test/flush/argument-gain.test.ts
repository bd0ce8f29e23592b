import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheRules } from "../../src/economics/cache.ts";
import { Scales } from "../../src/economics/scales.ts";
import { estimateGain } from "../../src/flush/gain.ts";
import { lateArgumentEntries } from "../../src/flush/late-arguments.ts";
import type { ArgumentEffect, PruneEntry } from "../../src/model/entries.ts";
import type { ToolCall } from "../../src/model/message.ts";
import { pruneMessages } from "../../src/render/prune-messages.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { namesInFile } from "../../src/state/names.ts";
import { fold } from "../../src/state/reducers.ts";
import { branchOf } from "../support/branch.ts";
import { flushRun } from "../support/flush.ts";
import { call, calls, longText, reply, result, user } from "../support/transcript.ts";

const rules = cacheRules(
  { provider: "anthropic", api: "anthropic-messages", id: "claude" } as never,
  "short",
);
const settings = defaultSettings;

/** A call with a result too small to be taken, and as many replies behind it as a failed one waits for. */
const branchWith = (made: ToolCall, error = false) =>
  branchOf([
    user(),
    calls(made),
    result("w", { text: "ok", error }),
    reply(),
    user(),
    reply(),
    user(),
    reply(),
  ]);

type Branch = ReturnType<typeof branchOf>;

function removable(branch: Branch, entries: readonly PruneEntry[]): number {
  const messages = branch.map(({ message }) => message);
  const state = fold(entries);
  const rendered = pruneMessages(messages, { state, report: () => {} });
  const scales = new Scales();
  const isWritten = () => true;
  const isProtected = () => false;
  return estimateGain({ messages, rendered, state, settings, isProtected, keep: 0, rules, scales, isWritten })
    .removable;
}

/** The session file behind a flush, with what became due late. */
async function flushed(branch: Branch, before: readonly PruneEntry[] = []): Promise<readonly PruneEntry[]> {
  const { entries } = await flushRun(branch, { before });
  const late = lateArgumentEntries({
    branch,
    settings,
    state: fold(entries),
    isProtected: () => false,
    keep: 0,
    firstRef: namesInFile(entries).nextRef,
    nonce: "k3f9x2",
  });
  return [...entries, ...late];
}

const effectsIn = (entries: readonly PruneEntry[]): readonly ArgumentEffect[] =>
  [...fold(entries).records.values()].flatMap((record) => record.arguments ?? []);

const charsTaken = (entries: readonly PruneEntry[]): number =>
  effectsIn(entries).reduce((sum, { chars = 0, text }) => sum + chars - text.length, 0);

/** A string about which its placeholder has as much to say as it is long. */
const dense = (seed: number) => {
  const name = `the_one_function_of_this_module_whose_name_tells_all_about_it_${seed}`;
  return `def ${name}(a):\n    pass\ndef and_another_one_of_${seed}(b):\n    return 1\n${"# and a remark behind it\n".repeat(9)}`;
};

describe("what arguments are said to be worth", () => {
  it("is nothing where no placeholder would be shorter, at any flush", async () => {
    const list = Array.from({ length: 20 }, (_, i) => dense(i + 10).slice(0, 212));
    const branch = branchWith(call("w", "write", { list }));
    const once = await flushed(branch);
    const twice = await flushed(branch, once);
    expect(effectsIn(twice)).toEqual([]);
    expect([[], once, twice].map((entries) => removable(branch, entries))).toEqual([0, 0, 0]);
  });

  it("is what a flush takes, and nothing behind it", async () => {
    const string = fc.oneof(
      fc.nat(400).map((length) => longText(12).slice(0, length)),
      fc
        .tuple(fc.nat(99), fc.integer({ min: 190, max: 240 }))
        .map(([seed, length]) => dense(seed).slice(0, length)),
      fc
        .tuple(fc.nat(9), fc.integer({ min: 200, max: 260 }))
        .map(([seed, length]) => dense(seed).padEnd(length, "x")),
      fc.nat(60).map((count) => longText(count)),
    );
    const args = fc.record({ path: fc.constant("a.ts"), list: fc.array(string, { maxLength: 8 }) });
    await fc.assert(
      fc.asyncProperty(args, fc.boolean(), async (given, isError) => {
        const branch = branchWith(call("w", "write", given), isError);
        const gain = removable(branch, []);
        const entries = await flushed(branch);
        const taken = charsTaken(entries);
        if (gain > 0) expect(taken).toBeGreaterThan(0);
        // A ref of few digits makes a placeholder a little shorter than one may become.
        const digits = effectsIn(entries).length * 6;
        if (taken > digits) expect(gain).toBeGreaterThan(0);
        expect(Math.abs(gain * 3.2 - taken)).toBeLessThanOrEqual(digits + 0.3 * taken + 100);
        expect(removable(branch, entries)).toBe(0);
      }),
    );
  });

  it("counts for a call whose message was changed for another one's sake", async () => {
    const both = calls(
      call("w", "write", { content: longText(60) }),
      call("e", "write", { content: longText(60, 1) }),
    );
    const answers = [result("w", { text: "ok" }), result("e", { text: "no", error: true })];
    const early = branchOf([user(), both, ...answers, reply()]);
    const entries = await flushed(early);
    expect(effectsIn(entries).length).toBe(1);
    expect(removable(early, entries)).toBe(0);
    const later = branchOf([user(), both, ...answers, reply(), user(), reply()]);
    expect(removable(later, entries)).toBeGreaterThan(300);
    const after = await flushed(later, entries);
    expect(effectsIn(after).length).toBe(2);
    expect(removable(later, after)).toBe(0);
  });

  it("is nothing for a call that no record can take effects for", async () => {
    const branch = branchWith(call("w", "write", { content: longText(60) }));
    const bare: PruneEntry = {
      type: "context-prune-index",
      data: { toolCalls: [{ toolCallId: "w", toolName: "write", resultText: "ok" }] },
    };
    expect(effectsIn(await flushed(branch, [bare]))).toEqual([]);
    expect(removable(branch, [bare])).toBe(0);
  });
});
