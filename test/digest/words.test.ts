import { expect, it } from "vitest";
import {
  CAPITALIZED,
  hashWord,
  IDENTIFIER,
  NUMBER,
  PATH,
  PLAIN,
  scanWords,
  type WordKind,
} from "../../src/digest/words.ts";

function wordsIn(text: string): [string, WordKind][] {
  const found: [string, WordKind][] = [];
  scanWords(text, ({ hash, kind, start, end }) => {
    expect(hash).toBe(hashWord(text.slice(start, end)));
    found.push([text.slice(start, end), kind]);
  });
  return found;
}

it.each<[string, [string, WordKind][]]>([
  ["", []],
  ["a go at", []],
  [
    "the word",
    [
      ["the", PLAIN],
      ["word", PLAIN],
    ],
  ],
  [
    "fooBar snake_case v2beta MAX_SIZE",
    [
      ["fooBar", IDENTIFIER],
      ["snake_case", IDENTIFIER],
      ["v2beta", IDENTIFIER],
      ["MAX_SIZE", IDENTIFIER],
    ],
  ],
  [
    "Container 404 38ms",
    [
      ["Container", CAPITALIZED],
      ["404", NUMBER],
      ["38ms", NUMBER],
    ],
  ],
  [
    "see src/ui/app.ts.",
    [
      ["see", PLAIN],
      ["src", PLAIN],
      ["app", PLAIN],
      ["src/ui/app.ts", PATH],
    ],
  ],
  [
    "app.ts, config.json",
    [
      ["app", PLAIN],
      ["app.ts", PATH],
      ["config", PLAIN],
      ["json", PLAIN],
      ["config.json", PATH],
    ],
  ],
  [
    "res.json() this.map",
    [
      ["res", PLAIN],
      ["json", PLAIN],
      ["this", PLAIN],
      ["map", PLAIN],
    ],
  ],
  [
    "./lib/ and --dry-run...",
    [
      ["lib", PLAIN],
      ["and", PLAIN],
      ["dry", PLAIN],
      ["run", PLAIN],
    ],
  ],
  [
    "보고서 스마트_Daddy",
    [
      ["보고서", PLAIN],
      ["스마트_Daddy", IDENTIFIER],
    ],
  ],
  [`ok ${"x".repeat(201)} yes`, [["yes", PLAIN]]],
])("the words of %j", (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});
