import { cutHead } from "../cut.ts";
import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const HEADING = /<(?:h[1-6]|title)\b[^<>]{0,200}>([^<]{1,400})/gi;
const MAX_LINE = 20_000;
const MAX_HEADING = 200;
const MAX_HEADINGS = 60;

/** A raw HTML page: its title and headings; the names in it come from the text. */
export function html({ lines }: Source): Findings {
  const headings = lines.flatMap((text, line): readonly Point[] =>
    [...text.slice(0, MAX_LINE).matchAll(HEADING)].map(([, heading = ""]) => ({
      line,
      text: cutHead(heading.trim(), MAX_HEADING),
    })),
  );
  return findings({ keep: headings.slice(0, 1), fill: headings.slice(1, MAX_HEADINGS), lineShare: 0.6 });
}

/** Whether text begins like an HTML page. */
export const isHtml = (lines: readonly string[]): boolean =>
  lines.slice(0, 3).some((line) => /^\s{0,20}<(?:!doctype html|html)\b/i.test(line.slice(0, 60)));
