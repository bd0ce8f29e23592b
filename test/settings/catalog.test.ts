import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog, type Setting } from "../../src/settings/catalog.ts";
import type { SettingValue } from "../../src/settings/leaf.ts";

const setting = (path: string): Setting => {
  const found = catalog.find((one) => one.path === path);
  if (!found) throw new Error(`no setting ${path}`);
  return found;
};

describe("every setting", () => {
  it("is one of these, with this default", () => {
    expect(Object.fromEntries(catalog.map((one) => [one.path, one.default]))).toEqual({
      enabled: true,
      pruneOn: "auto",
      summarizerModel: "builtin/digest",
      summarizerThinking: "default",
      summarizerConcurrency: 4,
      summarizerIdleTimeoutMs: 20_000,
      summarizerMaxTimeoutMs: 180_000,
      batchingMode: "turn",
      keepRecent: 3,
      minBatchChars: 1000,
      condenseArguments: true,
      dedupByContentHash: true,
      "digest.share": 0.24,
      "digest.maxTokens": 750,
      "digest.minTokens": 60,
      autoBudgetThreshold: 0.735,
      budgetTurnDelta: 0.04,
      spillThreshold: 65_536,
      spillPreviewBytes: 2048,
      protectedTools: [],
      protectedPaths: ["**/skills/**/*.md"],
      recoveryGraceTurns: 3,
      "chainCompression.enabled": true,
      "chainCompression.rollingWindow": 3,
      "chainCompression.stripFinalAssistantThinking": true,
      "chainCompression.fuseRangeSummary": true,
      "purgeErrors.enabled": true,
      "purgeErrors.cooldownTurns": 2,
      "purgeErrors.minArgChars": 500,
      showPruneStatusLine: true,
      showFlushNotice: true,
      quietOversizedSkips: false,
    });
  });

  it("has a command of its own, in the form of the others, that is no action of `/pruner`", () => {
    const commands = catalog.map((one) => one.command);
    const actions = "settings on off status stats tree now compact restore prune help".split(" ");
    expect(new Set([...commands, ...actions]).size).toBe(commands.length + actions.length);
    expect(commands.filter((command) => !/^[a-z]+(-[a-z]+)*$/.test(command))).toEqual([]);
    expect(commands).toEqual(
      expect.arrayContaining(
        "model thinking prune-on batching protected-tools protected-paths min-batch-chars recovery-grace dedup".split(
          " ",
        ),
      ),
    );
  });

  it("accepts its default and all its presets, and offers its default among them", () => {
    for (const one of catalog) {
      const values = one.presets.map((preset) => preset.value);
      expect([one.path, values.filter((value) => !one.accepts(value))]).toEqual([one.path, []]);
      expect([one.path, one.accepts(one.default)]).toEqual([one.path, true]);
      if (one.kind !== "list")
        expect([one.path, values]).toEqual([one.path, expect.arrayContaining([one.default])]);
    }
  });

  it("has a title and a description that ends like a sentence", () => {
    expect(
      catalog.filter((one) => one.title === "" || !one.description.endsWith(".")).map((one) => one.path),
    ).toEqual([]);
  });

  it("reads back what it shows", () => {
    for (const one of catalog) {
      fc.assert(
        fc.property(valuesFor(one), (value) => {
          fc.pre(one.accepts(value));
          expect(one.parse(one.format(value))).toEqual({ ok: true, value });
        }),
      );
    }
  });

  it("parses any text into an accepted value or a refusal that repeats what it takes", () => {
    for (const one of catalog) {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json(), fc.double().map(String)), (text) => {
          const parsed = one.parse(text);
          if (parsed.ok) expect(one.accepts(parsed.value)).toBe(true);
          else expect(parsed.message).toContain(one.expects);
        }),
      );
    }
  });
});

function valuesFor({ kind, presets }: Setting): fc.Arbitrary<SettingValue> {
  const glob = fc.string({
    unit: fc.constantFrom("a", "*", "/", " ", ",", '"', "'", "[", "]", "\\", "é"),
    minLength: 1,
  });
  const preset = presets.map(({ value }) => value);
  switch (kind) {
    case "count":
      return fc.oneof(fc.nat(), fc.constantFrom(...preset));
    case "share":
      return fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...preset));
    case "list":
      return fc.array(fc.oneof(glob, fc.constantFrom("none", "CLEAR", "[]", "")));
    case "model":
      return fc.constantFrom(...preset, "a/b", "a/b/c:8b", "A/B c:low");
    default:
      return fc.constantFrom(...preset);
  }
}

describe("what a setting accepts", () => {
  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ["enabled", [true, false], ["true", 1, null]],
    ["pruneOn", ["auto", "agent-message", "on-demand"], ["every-turn", "Auto", true, null]],
    ["minBatchChars", [0, 1, 2.5, 1e9], [-1, -0.5, "1000", null, Number.NaN, Number.POSITIVE_INFINITY]],
    ["spillThreshold", [1, 1.9], [0, 0.5, -1]],
    ["summarizerConcurrency", [1, 64], [0, 0.9]],
    ["summarizerIdleTimeoutMs", [0, 2 ** 31 - 1], [2 ** 31, -1]],
    ["autoBudgetThreshold", [null, 1, 0.001], [0, 1.01, -0.1, "off", true]],
    ["digest.share", [1, 0.001], [0, 1.01, null]],
    ["protectedTools", [[], ["bash", "a b"]], ["bash", [1], [["a"]], null, ["x".repeat(5000)]]],
    ["summarizerModel", ["default", "builtin/digest", "a/b:c/d"], ["", "haiku", "/x", "x/", " a/b", 1, null]],
  ])("for %s", (path, good, bad) => {
    const { accepts } = setting(path);
    expect(good.filter((value) => !accepts(value))).toEqual([]);
    expect(bad.filter((value) => accepts(value))).toEqual([]);
  });
});

describe("typed values", () => {
  it.each<[string, string, SettingValue]>([
    ["enabled", " ON ", true],
    ["enabled", "false", false],
    ["pruneOn", "On-Demand", "on-demand"],
    ["minBatchChars", "500", 500],
    ["minBatchChars", "2.5", 2],
    ["minBatchChars", "1e3", 1000],
    ["minBatchChars", "off", 0],
    ["autoBudgetThreshold", "73.5%", 0.735],
    ["autoBudgetThreshold", "7 %", 0.07],
    ["autoBudgetThreshold", ".5", 0.5],
    ["autoBudgetThreshold", "100%", 1],
    ["autoBudgetThreshold", "off", null],
    ["autoBudgetThreshold", "None", null],
    ["summarizerModel", "Builtin/Digest", "builtin/digest"],
    ["summarizerModel", "ollama/Llama3.1:8b", "ollama/Llama3.1:8b"],
    ["protectedTools", "bash read,write", ["bash", "read", "write"]],
    ["protectedTools", "none", []],
    ["protectedTools", "Clear", []],
    ["protectedTools", "[]", []],
    ["protectedTools", '["none"]', ["none"]],
    ["protectedPaths", `"docs/a b.md" '**/x,y/**', **/it's/*`, ["docs/a b.md", "**/x,y/**", "**/it's/*"]],
    ["protectedPaths", "app/[id]/page.tsx [id].ts", ["app/[id]/page.tsx", "[id].ts"]],
    ["protectedPaths", "[id].ts", ["[id].ts"]],
    ["protectedPaths", '[ "a, b", "c" ]', ["a, b", "c"]],
    ["protectedPaths", "C:\\repo\\*", ["C:\\repo\\*"]],
  ])("for %s: %j is %j", (path, text, value) => {
    expect(setting(path).parse(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["enabled", "yes"],
    ["minBatchChars", "12abc"],
    ["minBatchChars", "-1"],
    ["minBatchChars", "0x10"],
    ["minBatchChars", "Infinity"],
    ["minBatchChars", "12%"],
    ["minBatchChars", ""],
    ["autoBudgetThreshold", "73.5"],
    ["autoBudgetThreshold", "0"],
    ["autoBudgetThreshold", "abc%"],
    ["digest.share", "off"],
    ["pruneOn", "typo"],
    ["summarizerModel", "haiku"],
    ["protectedTools", ""],
    ["protectedTools", " , "],
    ["protectedTools", '"open'],
    ["protectedTools", `"a"b`],
    ["protectedTools", '["a"'],
    ["protectedTools", '["a", 5]'],
  ])("for %s: %j is refused", (path, text) => {
    expect(setting(path).parse(text)).toMatchObject({ ok: false });
  });

  it("are refused with what would do", () => {
    expect(
      [
        setting("pruneOn").parse("typo"),
        setting("autoBudgetThreshold").parse("2"),
        setting("summarizerIdleTimeoutMs").parse("soon"),
      ].map((parsed) => !parsed.ok && parsed.message),
    ).toEqual([
      'Prune on takes auto, agent-message or on-demand, not "typo".',
      'Budget trigger takes a share of the context window, above 0 and up to 1, or null (off), not "2".',
      'Summarizer idle timeout takes a whole number of ms, 0 or more, not "soon".',
    ]);
  });

  it.each<[string, SettingValue, string]>([
    ["enabled", true, "on"],
    ["minBatchChars", 0, "off"],
    ["minBatchChars", 1234, "1234"],
    ["autoBudgetThreshold", 0.735, "73.5%"],
    ["autoBudgetThreshold", null, "off"],
    ["protectedTools", [], "none"],
    ["protectedTools", ["bash", "read"], "bash, read"],
    ["protectedPaths", ["a b", "c"], '["a b","c"]'],
    ["summarizerModel", "builtin/digest", "builtin/digest"],
  ])("for %s: %j is shown as %j", (path, value, text) => {
    expect(setting(path).format(value)).toBe(text);
  });
});
