import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";
import { diff } from "./diff.ts";

const SHORT = 12;

/** The result of an edit or a write: what it says, whole when it failed; a diff in it as a diff. */
export function change(source: Source): Findings {
  const { call, lines } = source;
  const all = lines.map((text, line): Point => ({ line, text }));
  if (call.isError || lines.length <= SHORT)
    return findings({ keep: all, keepShare: 1, quotes: false, names: false });
  return diff(source);
}
