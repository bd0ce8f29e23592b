import { expect, it } from "vitest";
import { operate } from "../support/operate.ts";
import { flush, prompt } from "../support/played.ts";
import { keys, TestCustom } from "../support/screen.ts";

it("prints the original of a call with its arguments", async () => {
  const { operator } = await operate([prompt("one"), flush()]);
  const text = await operator.type("show t2");
  expect(text).toMatch(/^t2 · read\(src\/漢字\/one\.ts\)\n\nline 0 of the long text/);
  expect(text).toContain("line 79 of the long text");
  expect(text).toContain('--- arguments ---\n{\n  "path": "src/漢字/one.ts"\n}');
});

it("opens it in a screen with a search where there is a terminal", async () => {
  const terminal = new TestCustom();
  const { operator } = await operate([prompt("one"), flush()], { custom: terminal.custom });
  const screen = await terminal.opened(operator.type("show t1"));
  screen.press(..."line 55");
  expect(screen.text(60)).toContain("match 1/1");
  screen.press(keys.escape);
});

it("says what it takes", async () => {
  const { operator } = await operate([prompt("one"), flush()]);
  expect(await operator.type("show")).toBe("pruner: show takes one ref, such as t3.");
  expect(await operator.type("show t1 t2")).toBe("pruner: show takes one ref, such as t3.");
  expect(await operator.type("show t77")).toBe("pruner: not a ref of this branch: t77.");
});
