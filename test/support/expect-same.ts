import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** `toEqual`, which explains a difference well but takes long to find none in large values. */
export function expectSame(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}
