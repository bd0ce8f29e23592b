import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChoicePage, type Question } from "../../src/ui/choice-page.ts";
import { anyText, anyWidth, expectToFit, keys, TestScreen } from "../support/screen.ts";

const question: Question = {
  title: "Summarizer model",
  current: "default",
  choices: [
    { value: "builtin/digest", label: "builtin/digest", note: "no model call" },
    { value: "default", label: "default", note: "the session's model" },
    { value: "loop/sum-1", label: "loop/sum-1" },
    { value: "loop/main-1", label: "loop/main-1" },
  ],
};
const open = (asked: Question = question, rows = 24) =>
  new TestScreen<string | undefined>((control) => new ChoicePage(asked, control), { rows });

describe("a list to choose from", () => {
  it("begins at the value in force", () => {
    expect(open().text()).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────
       Summarizer model
       >

         builtin/digest                             no model call
       → default ✓                            the session's model
         loop/sum-1
         loop/main-1

       enter choose · esc cancel · type to filter
      ────────────────────────────────────────────────────────────"
    `);
  });

  it("goes around its ends and closes with what was chosen", () => {
    expect(open().press(keys.down, keys.enter).closed).toEqual(["loop/sum-1"]);
    expect(open().press(keys.up, keys.up, keys.enter).closed).toEqual(["loop/main-1"]);
    expect(open().press(keys.escape).closed).toEqual([undefined]);
  });

  it("is narrowed by the words typed, in any order", () => {
    const screen = open().type("1 loop s");
    expect(screen.text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       Summarizer model
       > 1 loop s

       → loop/sum-1

       enter choose · esc cancel
      ────────────────────────────────────────"
    `);
    expect(screen.press(keys.enter).closed).toEqual(["loop/sum-1"]);
  });

  it("chooses nothing where nothing fits", () => {
    const screen = open().type("xyz");
    expect(screen.text(40)).toContain("nothing fits");
    expect(screen.press(keys.enter).closed).toEqual([]);
    expect(screen.press(keys.backspace, keys.backspace, keys.backspace, keys.enter).closed).toEqual([
      "builtin/digest",
    ]);
  });

  it("shows a window that follows the selection", () => {
    const choices = Array.from({ length: 30 }, (_, index) => ({
      value: `${index}`,
      label: `number ${index}`,
    }));
    const screen = open({ title: "many", choices }, 17).press(keys.pageDown, keys.down);
    expect(screen.text(30)).toMatchInlineSnapshot(`
      "──────────────────────────────
       many                    3/30
       >

         number 0
         number 1
       → number 2
         number 3

       enter choose · esc cancel
      ──────────────────────────────"
    `);
  });

  it("is never wider than the screen", () => {
    const choices = fc.array(fc.record({ value: anyText, label: anyText, note: anyText }), { maxLength: 5 });
    fc.assert(
      fc.property(anyText, choices, anyText, anyWidth, (title, offered, typed, width) => {
        const screen = open({ title, choices: offered }).type(typed);
        expectToFit(screen, width);
      }),
    );
  });
});
