import { expect, it } from "vitest";
import type { Choice } from "../../src/ui/choice-page.ts";
import { createDialogs } from "../../src/ui/dialogs.ts";
import { keys, TestCustom } from "../support/screen.ts";

const choices = (count: number): readonly Choice[] =>
  Array.from({ length: count }, (_, index) => ({
    value: `v${index}`,
    label: `choice ${index}`,
    ...(index === 0 && { note: "the first" }),
  }));

/** Pi's dialogs, answered with the option at a place. */
function piDialogs(place: number | undefined) {
  const asked: unknown[] = [];
  return {
    asked,
    ui: {
      select: async (title: string, options: string[]) => {
        asked.push([title, options]);
        return place === undefined ? undefined : options[place];
      },
      editor: async (title: string, text?: string) => `${title}: ${text}`,
    },
  };
}

it("asks with Pi's own dialog, and knows the answer by its place", async () => {
  const { ui, asked } = piDialogs(2);
  const { choose, edit } = createDialogs(ui, undefined);
  expect(await choose({ title: "Which?", choices: choices(3), current: "v1" })).toBe("v2");
  expect(asked).toEqual([["Which?", ["choice 0 — the first", "choice 1 ✓", "choice 2"]]]);
  expect(await edit("List", "a, b")).toBe("List: a, b");
  expect(
    await createDialogs(piDialogs(undefined).ui, undefined).choose({ title: "", choices: choices(3) }),
  ).toBeUndefined();
});

it("asks a client with Pi's dialog however long the list is", async () => {
  const { ui } = piDialogs(99);
  expect(await createDialogs(ui, undefined).choose({ title: "Which?", choices: choices(100) })).toBe("v99");
});

it("asks with a list of its own where a terminal would have to show more than fits", async () => {
  const terminal = new TestCustom();
  const { ui, asked } = piDialogs(0);
  const answer = createDialogs(ui, terminal.custom).choose({ title: "Which?", choices: choices(100) });
  const screen = await terminal.opened(answer);
  screen.press(..."99", keys.enter);
  expect(await answer).toBe("v99");
  expect(asked).toEqual([]);
});
