import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/settings/catalog.ts";
import { settingGroups } from "../../../src/ui/settings/setting-groups.ts";
import { SettingsPage } from "../../../src/ui/settings/settings-page.ts";
import { type Operated, Operator } from "../../support/command-context.ts";
import { anyText, anyWidth, expectToFit, keys, TestScreen } from "../../support/screen.ts";

function open(options: Operated = {}, rows = 40) {
  const operator = new Operator(options);
  const screen = new TestScreen<void>((control) => new SettingsPage(operator.context, control), { rows });
  return { operator, screen };
}

const down = (count: number) => Array<string>(count).fill(keys.down);

it("has every setting in one group", () => {
  const paths = settingGroups.flatMap(({ settings }) => settings.map(({ path }) => path));
  expect([...paths].sort()).toEqual(catalog.map(({ path }) => path).sort());
});

describe("the settings screen", () => {
  it("shows settings by group, values as they are, and what the selected one is about", () => {
    const { screen } = open({ global: { autoBudgetThreshold: 0.42 }, project: { keepRecent: 7 } }, 34);
    expect(screen.text(72)).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────────────────
       pruner settings                                          saved for you
       >

       What is pruned, and when
       → Enabled                   on
         Prune on                  auto
         Batching                  turn
         Recent results kept       7 results                          project
         Minimum batch             1000 characters
         Condense arguments        on
         Deduplicate               on
         Budget trigger            42%
         Growth trigger            4%
       Summaries
         Summarizer model          builtin/digest
         Summarizer thinking       default
         Summarizer calls at once  4 calls
         Summarizer idle timeout   20000 ms
         Summarizer total timeout  180000 ms
         Digest share              24%
         Digest maximum            750 tokens

       Prune finished tool results from what the model is sent.
       Takes true or false.

       enter change · esc close · del reset · tab you/project
      ────────────────────────────────────────────────────────────────────────"
    `);
  });

  it("fits a narrow and a low screen", () => {
    const { screen } = open({}, 24);
    expect(screen.press(...down(12)).text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       pruner settings          saved for you
       >

         Summarizer thinking  default
         Summarizer calls at once  4 calls
       → Summarizer idle timeout  20000 ms
         Summarizer total timeout  180000 ms
         Digest share  24%

       A summarizer call that sends nothing
       for so long is given up.
       Takes a whole number of ms, 0 or more,
       such as off, 10000, 20000, 45000,
       90000.

       enter change · esc close · del reset
      ────────────────────────────────────────"
    `);
  });

  it("toggles with Enter and Space, and saves at once", () => {
    const { operator, screen } = open();
    screen.press(keys.enter);
    expect(operator.layers.global).toEqual({ enabled: false });
    expect(screen.text()).toContain("enabled is off.");
    screen.press(keys.space);
    expect(operator.layers.global).toEqual({ enabled: true });
  });

  it("offers choices, the one in force first", () => {
    const { operator, screen } = open();
    screen.press(keys.down, keys.enter);
    expect(screen.text()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
       Prune on
       >

       → auto ✓                                       the default
         agent-message
         on-demand
         reset                                            to auto

       enter choose · esc cancel · type to filter
      ────────────────────────────────────────────────────────────"
    `);
    screen.press(keys.down, keys.down, keys.enter);
    expect(operator.layers.global).toEqual({ pruneOn: "on-demand" });
    expect(screen.text()).toContain("prune-on is on-demand.");
  });

  it("keeps a value of one's own on the list, and takes another", () => {
    const { operator, screen } = open({ global: { minBatchChars: 777 } });
    screen.type("min-batch").press(keys.enter);
    expect(screen.text()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
       Minimum batch
       >

       → 777 ✓                                           as it is
         off
         500
         1000                                         the default
         2000
         5000
         another value…
         reset                                            to 1000

       enter choose · esc cancel · type to filter
      ────────────────────────────────────────────────────────────"
    `);
    screen.press(keys.escape);
    expect(operator.layers.global).toEqual({ minBatchChars: 777 });
    screen
      .press(keys.enter)
      .type("another")
      .press(keys.enter, keys.backspace, keys.backspace)
      .type("x")
      .press(keys.enter);
    expect(screen.text()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
       Minimum batch
       > 7x

       Takes a whole number of characters, 0 or more, such as
       off, 500, 1000, 2000, 5000.
       Minimum batch takes a whole number of characters, 0 or
       more, not "7x".

       enter save · esc cancel
      ────────────────────────────────────────────────────────────"
    `);
    screen.press(keys.backspace).type("50").press(keys.enter);
    expect(operator.layers.global).toEqual({ minBatchChars: 750 });
    expect(screen.text()).toContain("min-batch-chars is 750.");
  });

  it("takes a model with a thinking level", () => {
    const { operator, screen } = open({ models: ["loop/main-1", "loop/sum-1"] });
    screen.type("summarizer model").press(keys.enter).type("sum-1").press(keys.enter);
    expect(operator.layers.global).toEqual({ summarizerModel: "loop/sum-1" });
    screen.press(keys.enter).type("another").press(keys.enter).type(":low").press(keys.enter);
    expect(operator.layers.global).toEqual({ summarizerModel: "loop/sum-1:low" });
    screen.press(keys.enter).type("another").press(keys.enter).type("er").press(keys.enter);
    expect(screen.text(180)).toContain('no model "loop/sum-1:lower" is known');
  });

  it("puts a list up for editing, and leaves it alone when nothing was changed", () => {
    const { operator, screen } = open();
    screen.type("protected-paths").press(keys.enter, keys.enter);
    expect(operator.layers.global).toEqual({});
    screen.press(keys.enter).type(" docs/**").press(keys.enter);
    expect(operator.layers.global).toEqual({ protectedPaths: ["**/skills/**/*.md", "docs/**"] });
  });

  it("resets with Delete, and for the project with Tab", () => {
    const { operator, screen } = open({ global: { enabled: false }, project: { enabled: true } });
    screen.press(keys.delete);
    expect(operator.layers).toEqual({ global: {}, project: { enabled: true } });
    expect(screen.text(90)).toContain("enabled is reset, but this project's own settings say on");
    screen.press(keys.tab, keys.delete);
    expect(operator.layers).toEqual({ global: {}, project: {} });
    expect(screen.press(keys.enter).text()).toContain("saved for this project");
    expect(operator.layers).toEqual({ global: {}, project: { enabled: false } });
  });

  it("shows what saving ran into, in place", () => {
    const { screen } = open({ refusal: "pruner: could not save contextPrune.enabled: EROFS." });
    expect(screen.press(keys.enter).text()).toContain("could not save contextPrune.enabled: EROFS.");
    expect(screen.press(keys.down).text()).not.toContain("EROFS");
  });

  it("is searched by word, command, path and value", () => {
    const { screen } = open({ global: { keepRecent: 77 } });
    expect(screen.type("recovery turns").text()).toContain("→ Recovery grace");
    for (const query of ["keep-recent", "keepRecent", "77"]) {
      const { screen: another } = open({ global: { keepRecent: 77 } });
      expect(another.type(query).text()).toContain("→ Recent results kept");
    }
    expect(screen.type("xyz").text()).toContain("nothing fits");
    expect(screen.press(keys.enter, keys.delete, keys.down, keys.escape).closed).toEqual([undefined]);
  });

  it("is never wider or higher than the screen", () => {
    const press = fc.constantFrom(...Object.values(keys).filter((key) => key !== keys.escape));
    const input = fc.array(
      fc.oneof(
        press,
        anyText.map((text) => text.slice(0, 3)),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(input, anyWidth, fc.integer({ min: 16, max: 60 }), (typed, width, rows) => {
        const { screen } = open({ models: ["漢字/模型", "loop/sum-1"] }, rows);
        screen.press(...typed);
        expectToFit(screen, width);
        expect(screen.lines(width).length).toBeLessThanOrEqual(rows - 5);
      }),
      { numRuns: 50 },
    );
  });
});
