import { describe, expect, it } from "vitest";
import type { FlushReport } from "../../src/flush/report.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { flushNotices, queueNotice } from "../../src/ui/flush-notices.ts";
import { flushReport, NO_FATES } from "../support/flush-report.ts";

const said = (report: Partial<FlushReport>, settings: Partial<Settings> = {}, isShownInTranscript = false) =>
  flushNotices({
    report: flushReport({ trigger: "rent", ...report }),
    settings: { ...defaultSettings, ...settings },
    pending: 3,
    isShownInTranscript,
  }).map(({ text }) => text);

const done = "pruner: pruned 5 tool calls (t3..t7) · 31.0k -> 2.9k chars";

describe("a flush that nobody asked for", () => {
  it("says in one line what it did, unless the transcript does or the person does not want it", () => {
    expect(said({})).toEqual([done]);
    expect(said({ blocks: ["b1"] })).toEqual([`${done}; compressed 1 chain (b1)`]);
    expect(said({ calls: 0, blocks: ["b1", "b2"] })).toEqual(["pruner: compressed 2 chains (b1, b2)"]);
    expect(said({}, { showFlushNotice: false })).toEqual([]);
    expect(said({}, {}, true)).toEqual([]);
  });

  it("says nothing when it changed nothing", () => {
    expect(said({ calls: 0, changed: false, fates: { ...NO_FATES, trivial: 2 }, trigger: "budget" })).toEqual(
      [],
    );
  });

  it.each<readonly [FlushReport["trigger"], string]>([
    ["budget", "pruner: context budget reached — compacting 3 pending turns"],
    ["delta", "pruner: context jumped this turn — compacting 3 pending turns"],
    ["rearmed", "pruner: context budget reached — compacting work recovered after reload"],
  ])("says why it came now when it was %s", (trigger, expected) => {
    expect(said({ trigger }, {}, true)).toEqual([expected]);
  });

  it("says once that calls were left alone, unless that is to be quiet", () => {
    const fates = { ...NO_FATES, oversized: 2 };
    const skipped =
      "pruner: skipped pruning 2 tool calls — no summary would be shorter; /pruner quiet-skips on hides this";
    expect(said({ calls: 0, fates })).toEqual([skipped]);
    expect(said({ calls: 0, fates }, { quietOversizedSkips: true })).toEqual([]);
    const [notice] = flushNotices({
      report: flushReport({ calls: 0, fates }),
      settings: defaultSettings,
      pending: 0,
      isShownInTranscript: true,
    });
    expect(notice?.cause).toBe("oversized");
  });
});

it("says that the first turn waits, where it does until something known", () => {
  expect(queueNotice("auto", 1)).toBeUndefined();
  expect(queueNotice("agent-message", 1)?.text).toBe(
    "pruner: 1 turn queued — will summarize on agent's next text response",
  );
  expect(queueNotice("on-demand", 1)?.text).toBe("pruner: 1 turn queued — will summarize on /pruner now");
  expect(queueNotice("on-demand", 2)).toBeUndefined();
});
