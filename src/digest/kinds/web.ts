import { cutHead } from "../cut.ts";
import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";

const MAX_META = 24;
const META_LINES = 60;
const META_CHARS = 160;

/** A page or search results: address, title and other facts at its head; headings; what each section begins with. */
export function web({ lines }: Source): Findings {
  const meta: Point[] = [];
  const headings: Point[] = [];
  const openings: Point[] = [];
  let opened = true;
  for (const [line, text] of lines.entries()) {
    const trimmed = text.trim();
    if (trimmed === "") continue;
    if (isHeading(trimmed)) {
      headings.push({ line, text: trimmed });
      opened = false;
    } else if (line < META_LINES && isMeta(trimmed)) meta.push({ line, text: trimmed });
    else if (!opened && isProse(trimmed)) {
      openings.push({ line, text: firstSentence(trimmed) });
      opened = true;
    }
  }
  return findings({
    keep: [...meta.slice(0, MAX_META), ...headings.slice(0, 1)],
    fill: [...headings, ...openings],
    lineShare: 0.7,
    quotes: false,
  });
}

// Not a fence, a table, a tag, an image or a rule.
const isProse = (text: string) => /^(?:[*_>-]{0,3} ?)?\[?[\p{L}\p{N}"'(]/u.test(text.slice(0, 8));

// Markdown headings, and the numbered titles and addresses of search results.
const isHeading = (text: string) =>
  /^(?:#{1,6} |\[\d{1,3}\] |\d{1,3}\. \*{0,2}\[|https?:\/\/\S{1,300}$|title: )/i.test(text.slice(0, 320));

// `URL: …`, `**Views:** 344`, `Stars: 12 · Forks: 3`, `Content-Type: …`
const isMeta = (text: string) =>
  text.length <= META_CHARS && /^[*_#>-]{0,4} ?[A-Z][\w -]{1,30}:(?:\*\*)? {0,3}\S/.test(text.slice(0, 60));

const MAX_SENTENCE = 160;

function firstSentence(text: string): string {
  const end = text.slice(0, MAX_SENTENCE).indexOf(". ");
  return end > 0 ? text.slice(0, end + 1) : cutHead(text, MAX_SENTENCE);
}
