import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Reading, TextPage } from "../../src/ui/text-page.ts";
import { anyText, anyWidth, expectToFit, keys, TestScreen } from "../support/screen.ts";

const numbered = Array.from(
  { length: 40 },
  (_, index) => `line ${index + 1}${index % 10 === 3 ? " error" : ""}`,
);
const reading: Reading = { title: "t7 · bash npm test", text: `${numbered.join("\n")}\n` };
const open = (read: Reading = reading, options = {}) =>
  new TestScreen<void>((control) => new TextPage(read, control), { rows: 19, ...options });

describe("a text", () => {
  it("is read in pages, to its last line and no further", () => {
    const screen = open();
    expect(screen.text(30)).toMatchInlineSnapshot(`
      "──────────────────────────────
       t7 · bash npm te…  line 6/40
       >

       line 1
       line 2
       line 3
       line 4 error
       line 5
       line 6

       esc close · type to search
      ──────────────────────────────"
    `);
    screen.press(keys.pageDown, keys.down);
    expect(screen.text(30)).toMatchInlineSnapshot(`
      "──────────────────────────────
       t7 · bash npm t…  line 12/40
       >

       line 7
       line 8
       line 9
       line 10
       line 11
       line 12

       esc close · type to search
      ──────────────────────────────"
    `);
    for (let page = 0; page < 20; page++) screen.press(keys.pageDown);
    expect(screen.text(30)).toMatchInlineSnapshot(`
      "──────────────────────────────
       t7 · bash npm t…  line 40/40
       >

       line 35
       line 36
       line 37
       line 38
       line 39
       line 40

       esc close · type to search
      ──────────────────────────────"
    `);
    expect(screen.press(keys.escape).closed).toEqual([undefined]);
  });

  it("is searched as it is typed, from match to match and around", () => {
    const screen = open().type("ERR");
    expect(screen.text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       t7 · bash npm test           match 1/4
       > ERR

       line 1
       line 2
       line 3
       line 4 error
       line 5
       line 6

       esc close · type to search
      ────────────────────────────────────────"
    `);
    expect(screen.press(keys.enter).text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       t7 · bash npm test           match 2/4
       > ERR

       line 12
       line 13
       line 14 error
       line 15
       line 16
       line 17

       esc close · type to search
      ────────────────────────────────────────"
    `);
    const fourth = screen.press(keys.enter, keys.enter).text(40);
    expect(fourth).toContain("match 4/4");
    expect(screen.press(keys.enter).text(40)).toContain("match 1/4");
    expect(screen.type("x").text(40)).toContain("no match");
  });

  it("wraps long lines, so that all of it is there", () => {
    const screen = open({ title: "t1", text: "one two three four five\tsix\n漢字漢字漢字漢字漢字漢字" });
    expect(screen.text(14)).toMatchInlineSnapshot(`
      "──────────────
       t1
       >

       one two
       three four
       five    six
       漢字漢字漢字
       漢字漢字漢字

       esc close
      ──────────────"
    `);
  });

  it("says what there is to know about it, and what a key did", () => {
    const restore = { hint: "ctrl+r restore", run: () => "t7 shows in full from the next request on." };
    const screen = open({ ...reading, text: "", notes: ["The sidecar file is gone."], restore });
    expect(screen.text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       t7 · bash npm test
       >

       The sidecar file is gone.

       (empty)

       esc close · type to search
      ────────────────────────────────────────"
    `);
    expect(screen.press(keys.ctrlR).text(60)).toContain("t7 shows in full from the next request on.");
  });

  it("keeps its place when the screen changes its width", () => {
    const screen = open().press(keys.pageDown, keys.pageDown);
    const top = screen.text(30).split("\n")[4];
    screen.text(7);
    expect(screen.text(30).split("\n")[4]).toBe(top);
  });

  it("is never wider than the screen", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyWidth, (title, text, typed, width) => {
        expectToFit(open({ title, text, notes: [title] }).type(typed), width);
        expectToFit(open({ title, text }, { isBoxed: true }), width);
      }),
    );
  });
});
