import { expect, it } from "vitest";
import { clean } from "../../src/digest/clean.ts";

it.each([
  ["plain text\twith a tab", "plain text\twith a tab"],
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u001b]0;window title\u0007text", "text"],
  ["\u001b]8;;https://a.b\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001b(Bascii \u001b=keypad", "ascii keypad"],
  ["a\0b\u0007c", "abc"],
  ["one\r\ntwo\r\n", "one\ntwo\n"],
  ["10 %\r50 %\r100 %\ndone", "100 %\ndone"],
  ["50 %\r\r\ndone", "50 %\ndone"],
  ["\u001b[", ""],
  ["\u001b]never ends", "never ends"],
  ["한국어 ✓ é", "한국어 ✓ é"],
])("%j reads %j", (text, read) => {
  expect(clean(text)).toBe(read);
});
