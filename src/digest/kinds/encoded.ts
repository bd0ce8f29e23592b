import { cutHead } from "../cut.ts";
import { type Findings, findings } from "../findings.ts";
import type { Source } from "../source.ts";

const SAMPLE = 80;

/** Encoded or minified data: that it is, and how it begins; nothing in it can be cited. */
export function encoded({ lines }: Source): Findings {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const begins = `encoded or minified data, begins: ${cutHead(first.trim(), SAMPLE)}`;
  return findings({ keep: [{ line: 0, text: begins }], quotes: false, names: "none" });
}
