import { tokenWeight } from "../model/tokens.ts";
import { shorten } from "./cut.ts";
import type { Point } from "./findings.ts";

const LINE_CHARS = 220;
const LINE_BREAK_TOKENS = 1;
const LEAST_TOKENS = 2;

/** The lines chosen for a digest so far, none twice, and what they cost. */
export class Page {
  readonly #points = new Map<string, Point>();
  #tokens = 0;

  get tokens(): number {
    return this.#tokens;
  }

  /** Takes a line while the page stays within `limit` tokens; says whether the page holds it now. */
  add(point: Point, limit: number): boolean {
    if (this.#tokens + LEAST_TOKENS > limit) return false;
    const text = shorten(point.text.trimEnd(), point.most ?? LINE_CHARS);
    const key = text.trimStart();
    if (key === "" || this.#points.has(key)) return true;
    const tokens = tokenWeight(text) + LINE_BREAK_TOKENS;
    if (this.#tokens + tokens > limit) return false;
    this.#points.set(key, { line: point.line, text });
    this.#tokens += tokens;
    return true;
  }

  /** In the order of the source. */
  lines(): readonly string[] {
    return [...this.#points.values()].sort((a, b) => a.line - b.line).map(({ text }) => text);
  }
}
