import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wellFormed } from "../../src/model/text.ts";
import { catalog } from "../../src/settings/catalog.ts";
import { describeProblem } from "../../src/settings/problem.ts";
import { defaultSettings, getSetting, readSettings, resolveSettings } from "../../src/settings/settings.ts";
import { valueAt } from "../../src/settings/tree.ts";

const read = (raw: unknown, file = "settings.json") => readSettings(raw, { file });

/** Settings and notices from the `contextPrune` values of both files. */
function resolve(global: unknown, project?: unknown) {
  const layers = [read(global, "global.json"), read(project, "project.json")];
  const settings = resolveSettings(layers.map(({ layer }) => layer));
  return {
    settings,
    notices: layers.flatMap(({ problems }) => problems).map((problem) => describeProblem(problem, settings)),
  };
}

describe("reading", () => {
  it("has nothing to say about a file without our key", () => {
    expect(read(undefined)).toEqual({ layer: {}, problems: [] });
    expect(resolve(undefined)).toEqual({ settings: defaultSettings, notices: [] });
  });

  it("keeps what is accepted and what it does not know, at any level", () => {
    const raw = {
      pruneOn: "on-demand",
      other: { deep: [1] },
      chainCompression: { rollingWindow: 5, note: "mine" },
      "dotted.key": 1,
    };
    expect(read(raw)).toEqual({ layer: raw, problems: [] });
  });

  it("rounds whole numbers down, as the reference does", () => {
    expect(read({ keepRecent: 2.5, purgeErrors: { cooldownTurns: 1.9 } }).layer).toEqual({
      keepRecent: 2,
      purgeErrors: { cooldownTurns: 1 },
    });
  });

  it("fills a partly given object from the defaults", () => {
    const { settings } = resolve({ chainCompression: { enabled: false }, purgeErrors: { enabled: true } });
    expect(settings).toEqual({
      ...defaultSettings,
      chainCompression: { ...defaultSettings.chainCompression, enabled: false },
    });
  });

  it("replaces each wrong value by its default, with one notice each", () => {
    const { settings, notices } = resolve({
      enabled: "yes",
      minBatchChars: -1,
      protectedTools: "bash",
      autoBudgetThreshold: 73.5,
      chainCompression: true,
      purgeErrors: { minArgChars: null, cooldownTurns: 4 },
      pruneOn: "every-turn",
    });
    expect(settings).toEqual({
      ...defaultSettings,
      purgeErrors: { ...defaultSettings.purgeErrors, cooldownTurns: 4 },
    });
    expect(notices).toMatchInlineSnapshot(`
      [
        "pruner: global.json: contextPrune.chainCompression is true, but takes an object of settings. It is left out.",
        "pruner: global.json: contextPrune.enabled is "yes", but takes true or false. Using true.",
        "pruner: global.json: contextPrune.pruneOn is "every-turn", but takes auto, agent-message or on-demand. Using "auto".",
        "pruner: global.json: contextPrune.minBatchChars is -1, but takes a whole number of characters, 0 or more. Using 1000.",
        "pruner: global.json: contextPrune.autoBudgetThreshold is 73.5, but takes a share of the context window, above 0 and up to 1, or null (off). Using 0.735.",
        "pruner: global.json: contextPrune.protectedTools is "bash", but takes a list of tool names. Using [].",
        "pruner: global.json: contextPrune.purgeErrors.minArgChars is null, but takes a whole number of characters, 0 or more. Using 500.",
      ]
    `);
  });

  it.each([null, 5, "on", [], [{ enabled: true }]])("takes nothing from %j in place of an object", (raw) => {
    const { settings, notices } = resolve(raw);
    expect(settings).toEqual(defaultSettings);
    expect(notices).toEqual([
      `pruner: global.json: contextPrune is ${JSON.stringify(raw)}, but takes an object of settings. It is left out.`,
    ]);
  });

  it("shows no more of a long value than tells it", () => {
    const [notice = ""] = resolve({ summarizerModel: "😀".repeat(4000) }).notices;
    expect(notice.length).toBeLessThan(260);
    expect(wellFormed(notice)).toBe(notice);
  });
});

describe("layers", () => {
  it("let the project win over the global file, leaf by leaf", () => {
    const { settings } = resolve(
      { keepRecent: 7, protectedTools: ["bash"], chainCompression: { rollingWindow: 5, enabled: false } },
      { protectedTools: [], chainCompression: { enabled: true }, budgetTurnDelta: null },
    );
    expect(settings).toEqual({
      ...defaultSettings,
      keepRecent: 7,
      protectedTools: [],
      budgetTurnDelta: null,
      chainCompression: { ...defaultSettings.chainCompression, rollingWindow: 5 },
    });
  });

  it("let a wrong project value fall back to the global one, and say so", () => {
    const { settings, notices } = resolve({ keepRecent: 7 }, { keepRecent: "many" });
    expect(settings.keepRecent).toBe(7);
    expect(notices).toEqual([
      'pruner: project.json: contextPrune.keepRecent is "many", but takes a whole number of results, 0 or more. Using 7.',
    ]);
  });

  it("name the project's value where a wrong global one does not matter", () => {
    expect(resolve({ keepRecent: "many" }, { keepRecent: 1 }).notices).toEqual([
      'pruner: global.json: contextPrune.keepRecent is "many", but takes a whole number of results, 0 or more. Using 1.',
    ]);
  });
});

describe("hostile input", () => {
  it("does not reach prototypes", () => {
    const raw: unknown = JSON.parse(`{
      "__proto__": { "enabled": false, "polluted": 1 },
      "constructor": { "prototype": { "polluted": 1 } },
      "chainCompression": { "__proto__": { "rollingWindow": 9, "polluted": 1 } },
      "toString": "x"
    }`);
    const { settings, notices } = resolve(raw, raw);
    expect(notices).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((settings as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(settings)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(settings.chainCompression)).toBe(Object.prototype);
    for (const { path } of catalog)
      expect(getSetting(settings, path)).toEqual(getSetting(defaultSettings, path));
  });

  it("of any shape gives complete settings, and leaves its input alone", () => {
    const known = fc.record(
      Object.fromEntries(catalog.map(({ path }) => [path.split(".")[0], fc.jsonValue()])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), known), fc.oneof(fc.jsonValue(), known), (global, project) => {
        const before = JSON.stringify([global, project]);
        const { settings } = resolve(global, project);
        for (const { path, accepts } of catalog)
          expect([path, accepts(getSetting(settings, path))]).toEqual([path, true]);
        expect(JSON.stringify([global, project])).toBe(before);
      }),
    );
  });
});

it("getSetting answers dotted paths, and undefined for anything else", () => {
  expect(getSetting(defaultSettings, "chainCompression.rollingWindow")).toBe(3);
  expect(getSetting(defaultSettings, "chainCompression.nothing")).toBeUndefined();
  expect(getSetting(defaultSettings, "toString")).toBeUndefined();
  expect(valueAt({ a: [1] }, "a.0")).toBeUndefined();
});
