import { expect } from "vitest";
import type { AgentMessage, Messages } from "../../../src/model/message.ts";
import { contextChars, messageChars, valueChars } from "../../../src/model/size.ts";
import { argumentReplace } from "../../../src/render/argument-replace.ts";
import { applyChainCompressions } from "../../../src/render/chain-range-prune.ts";
import { sweepOrphanToolResults } from "../../../src/render/orphan-sweep.ts";
import { stubReplace } from "../../../src/render/stub-replace.ts";
import type { Transform } from "../../../src/render/transform.ts";
import type { Watch } from "../play.ts";
import { condensedIn, stubbedIn } from "../source.ts";

const phases: readonly (readonly [string, Transform])[] = [
  ["stub replace", stubReplace],
  ["argument replace", argumentReplace],
  ["chain compression", applyChainCompressions],
  ["orphan sweep", sweepOrphanToolResults],
];

/** No phase makes the context longer than it found it, and no stub is as long as what it stands for. */
export const neverLarger: Watch = {
  request(request, { pruner: { state } }) {
    expect(sizeOf(request.rendered)).toBeLessThanOrEqual(sizeOf(request.array));
    for (const { source, shown } of stubbedIn(request))
      expect(messageChars(shown as AgentMessage)).toBeLessThan(messageChars(source as AgentMessage));
    for (const { source, shown } of condensedIn(request))
      expect(valueChars(shown.arguments)).toBeLessThan(valueChars(source.arguments));
    if (!state) return;
    let messages: Messages = request.array;
    for (const [name, phase] of phases) {
      const next = phase(messages, { state, report: () => {} });
      expect(contextChars(next), name).toBeLessThanOrEqual(contextChars(messages));
      messages = next;
    }
  },
};

// The summary of a compaction is told which refs are still to be had: one line, for what would else be lost.
const sizeOf = (messages: Messages): number =>
  contextChars(messages.filter((message) => message?.role !== "compactionSummary"));
