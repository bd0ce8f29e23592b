import { type Findings, findings, type Point } from "../findings.ts";
import type { Source } from "../source.ts";
import { web } from "./web.ts";

const MIN_RESULTS = 2;

/** Results of a web search: all titles with their addresses, then what the texts say. */
export function searchResults(source: Source): Findings {
  const titles: Point[] = [];
  const addresses: Point[] = [];
  for (const [line, text] of source.lines.entries()) {
    const trimmed = text.trim();
    if (isTitle(trimmed)) titles.push({ line, text: trimmed });
    else if (isAddress(trimmed)) addresses.push({ line, text: trimmed });
  }
  if (addresses.length < MIN_RESULTS) return web(source);
  return findings({ keep: [...addresses, ...titles] });
}

const isTitle = (text: string) =>
  /^(?:\[\d{1,3}\] |\d{1,3}\. |#{1,4} |\*\*|title: )/i.test(text.slice(0, 12));
const isAddress = (text: string) => /^(?:url: |link: |<)?https?:\/\/\S{3,400}$/i.test(text.slice(0, 412));
