import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const ENDS = 2;

/** Text of no known kind: its ends, then the names in it. */
export function plain({ lines }: Source): Findings {
  const filled: Point[] = [];
  for (const [line, text] of lines.entries()) if (text.trim() !== "") filled.push({ line, text });
  return findings({ fill: [...filled.slice(0, 1), ...filled.slice(-ENDS)], lineShare: 0.7 });
}
