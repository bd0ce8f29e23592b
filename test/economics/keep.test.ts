import { expect, it } from "vitest";
import { keepFor } from "../../src/economics/keep.ts";

it.each([
  ["mid-run", 3],
  ["prompt", 0],
  ["final-reply", 0],
  ["command", 0],
] as const)("a flush at %s leaves the latest %i read results alone", (point, kept) => {
  expect(keepFor({ point }, { keepRecent: 3 })).toBe(kept);
});
