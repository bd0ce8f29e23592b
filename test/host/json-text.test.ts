import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, printJson } from "../../src/host/json-text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The text after one trip through an object. */
function rewrite(text: string): string {
  const json = parseJson(bytes(text));
  if (!json.ok) throw new Error(json.reason);
  return printJson(json.value, json.style);
}

describe("rewriting a file", () => {
  it.each([
    ["two blanks", '{\n  "a": 1,\n  "b": [\n    1\n  ]\n}'],
    ["a final newline", '{\n  "a": 1\n}\n'],
    ["four blanks", '{\n    "a": {\n        "b": 1\n    }\n}\n'],
    ["tabs", '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
    ["Windows line ends", '{\r\n  "a": "x\\ny"\r\n}\r\n'],
    ["one line", '{"a":{"b":[1,2]}}'],
    ["one line and a newline", '{"a":1}\n'],
    ["a byte order mark", '\uFEFF{\n  "a": 1\n}\n'],
    ["no keys", "{}"],
    ["odd keys in their order", '{\n  "z": 1,\n  "__proto__": {\n    "x": 1\n  },\n  "a": 2\n}'],
  ])("keeps %s", (_, text) => {
    expect(rewrite(text)).toBe(text);
  });

  it("brings text that mixes styles into one of them", () => {
    expect(rewrite('{ "a": 1,\n    "b": 2 }')).toBe('{\n  "a": 1,\n  "b": 2\n}');
  });

  it("never changes a value", () => {
    const indent = fc.constantFrom("", "  ", "    ", "\t");
    fc.assert(
      fc.property(fc.jsonValue(), indent, (value, indentation) => {
        const text = JSON.stringify(value, null, indentation);
        expect(JSON.parse(rewrite(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});

it.each(["", " \n", "\uFEFF"])("takes %j for an empty object", (text) => {
  expect(parseJson(bytes(text))).toMatchObject({ ok: true, value: {}, isBlank: true });
});

it.each<[string, Uint8Array]>([
  ["half an object", bytes('{"a": 1')],
  ["an object with a comma too many", bytes('{\n  "a": 1,\n}\n')],
  ["comments", bytes('{ // note\n "a": 1 }')],
  ["bytes that are no UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
])("refuses %s", (_, content) => {
  expect(parseJson(content)).toEqual({ ok: false, reason: expect.stringMatching(/^.+$/) });
});
