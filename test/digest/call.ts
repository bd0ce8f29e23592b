import type { DigestCall } from "../../src/digest/types.ts";

/** A call with what a test says of it; a successful bash call otherwise. */
export const call = (text: string, given: Partial<DigestCall> = {}): DigestCall => ({
  toolName: "bash",
  args: {},
  text,
  isError: false,
  imageCount: 0,
  ...given,
});

export const numbered = (count: number, line: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => line(i));
