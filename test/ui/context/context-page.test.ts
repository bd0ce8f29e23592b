import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../../src/settings/settings.ts";
import type { ContextModel, ContextRow } from "../../../src/ui/context/context-model.ts";
import { contextModel } from "../../../src/ui/context/context-model.ts";
import { ContextPage } from "../../../src/ui/context/context-page.ts";
import { Operator } from "../../support/command-context.ts";
import { flush, played, prompt } from "../../support/played.ts";
import { anyText, anyWidth, expectToFit, keys, TestScreen } from "../../support/screen.ts";

const open = (model: ContextModel, rows = 40) => {
  const read: ContextRow[] = [];
  const parts = {
    model,
    limits: { contextWindow: 20_000, reportedTokens: 9000 },
    read: (row: ContextRow) => read.push(row),
  };
  return { screen: new TestScreen<void>((control) => new ContextPage(parts, control), { rows }), read };
};

const example = async () => {
  const { played: done, request } = await played(prompt("one"), flush(), prompt("two"));
  return contextModel({
    ...request,
    state: done.pruner.state,
    settings: defaultSettings,
    isProtected: () => false,
  });
};

describe("the context screen", () => {
  it("has bars for the parts, and every message with what was done to it", async () => {
    const { screen } = open(await example());
    expect(screen.text(80)).toMatchInlineSnapshot(`
      "────────────────────────────────────────────────────────────────────────────────
       what the model sees
       >

       About 2.0k tokens of messages instead of 3.5k; the host counts 9.0k in all.
       of the window       ████████████████████░░░░░░░░░░░░░░░░░░░░░░░░░   9.0k  45%

       user messages       █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░     28   1%
       replies             █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░     26   1%
       call arguments      ███░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    117   6%
       results in full     ██████████████████████████████████████░░░░░░░   1.7k  84%
       stubs               ███░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    140   7%

         user: do one                                                              14
         calls bash                                                                20
         bash(npm test -- one)                               stub t1, was 704      84
         calls read, edit                                                          39
         read(src/漢字/one.ts)                               stub t2, was 935      56
         edit(README.md)                               full · no shorter stub      19
         reply: did one                                                            13
         user: do two                                                              14
         calls bash                                                                20
         bash(npm test -- two)                                  full · recent     704
         calls read, edit                                                          39
         read(src/漢字/two.ts)                                  full · recent     935
         edit(README.md)                                        full · recent      19
       → reply: did two                                                            13

       enter read · esc close · tab by size · type to filter
      ────────────────────────────────────────────────────────────────────────────────"
    `);
    expect(screen.text(40)).toMatchInlineSnapshot(`
      "────────────────────────────────────────
       what the model sees
       >

       About 2.0k tokens of messages instead
       of 3.5k; the host counts 9.0k in all.
       of the window       ██░░░   9.0k  45%

       user messages       █░░░░     28   1%
       replies             █░░░░     26   1%
       call arguments      █░░░░    117   6%
       results in full     ████░   1.7k  84%
       stubs               █░░░░    140   7%

         user: do one                      14
         calls bash                        20
         bash(npm tes…  stub t1, was…      84
         calls read, edit                  39
         read(src/漢…   stub t2, was…      56
         edit(README.…  full · no sh…      19
         reply: did one                    13
         user: do two                      14
         calls bash                        20
         bash(npm tes…  full · recent     704
         calls read, edit                  39
         read(src/漢…   full · recent     935
         edit(README.…  full · recent      19
       → reply: did two                    13

       enter read · esc close · tab by size
      ────────────────────────────────────────"
    `);
  });

  it("shows the messages by size, and those that fit what is typed", async () => {
    const { screen, read } = open(await example());
    screen.press(keys.tab);
    expect(
      screen
        .text(80)
        .split("\n")
        .find((each) => each.includes("→")),
    ).toContain("read(src/漢字/two.ts)");
    screen.type("stub");
    expect(screen.text(80).match(/stub t\d/g)).toHaveLength(2);
    screen.press(keys.enter);
    expect(read[0]?.standing.kind).toBe("stub");
    expect(screen.type("xyz").text(80)).toContain("no message fits");
    expect(screen.press(keys.enter, keys.tab, keys.down, keys.escape).closed).toEqual([undefined]);
  });

  it("leaves room for messages on a low screen", async () => {
    const { screen } = open(await example(), 20);
    expect(screen.text(60).split("\n").length).toBeLessThanOrEqual(15);
    expect(screen.text(60)).toContain("→ reply: did two");
  });

  it("is never wider or higher than the screen", () => {
    const standing: fc.Arbitrary<ContextRow["standing"]> = fc.oneof(
      fc.constantFrom({ kind: "as-is" as const }, { kind: "condensed" as const }),
      fc.constant({ kind: "raw" as const, why: "pending" as const }),
      fc.record({ kind: fc.constantFrom("stub" as const, "preview" as const), ref: fc.string() }),
      fc.record({ kind: fc.constant("block" as const), blockId: fc.constant("b12"), messages: fc.nat() }),
    );
    const row = fc.record({
      message: fc.constant({ role: "user", content: "x", timestamp: 1 } as ContextRow["message"]),
      label: anyText,
      standing,
      tokens: fc.nat(),
      rawTokens: fc.nat(),
    });
    const parts = fc.array(
      fc.record({ name: fc.constantFrom("replies" as const, "stubs" as const), tokens: fc.nat() }),
    );
    const model = fc.record({ rows: fc.array(row), parts, tokens: fc.nat(), rawTokens: fc.nat() });
    fc.assert(
      fc.property(model, anyWidth, fc.integer({ min: 16, max: 60 }), (shown, width, rows) => {
        const { screen } = open(shown, rows);
        expectToFit(screen, width);
        expect(screen.lines(width).length).toBeLessThanOrEqual(rows - 5);
      }),
    );
  });
});

describe("/pruner context without a terminal", () => {
  it("tells the parts, and the largest messages", async () => {
    const { played: done, request } = await played(prompt("one"), flush(), prompt("two"));
    const state = done.pruner.state;
    const operator = new Operator({ request, ...(state && { state }) });
    const text = await operator.type("context");
    expect(text).toMatchInlineSnapshot(`
      "About 2.0k tokens of messages instead of 3.5k; the host counts 9.0k in all.
      of the window       ████████████████████░░░░░░░░░░░░░░░░░░░░░░░░░   9.0k  45%

      user messages       █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░     28   1%
      replies             █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░     26   1%
      call arguments      ███░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    117   6%
      results in full     ██████████████████████████████████████░░░░░░░   1.7k  84%
      stubs               ███░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    140   7%

      Messages by size:
        read(src/漢字/two.ts)                                  full · recent     935
        bash(npm test -- two)                                  full · recent     704
        bash(npm test -- one)                               stub t1, was 704      84
        read(src/漢字/one.ts)                               stub t2, was 935      56
        calls read, edit                                                          39
        calls read, edit                                                          39
        calls bash                                                                20
        calls bash                                                                20
        edit(README.md)                               full · no shorter stub      19
        edit(README.md)                                        full · recent      19
        user: do one                                                              14
        user: do two                                                              14
        reply: did one                                                            13
        reply: did two                                                            13"
    `);
    expect(Math.max(...text.split("\n").map((each) => each.length))).toBeLessThanOrEqual(79);
  });

  it("says so when there is nothing yet", async () => {
    expect(await new Operator().type("context")).toBe("pruner: there is nothing in the context yet.");
  });
});
