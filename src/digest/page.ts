import { tokenWeight } from "../model/tokens.ts";
import { shorten } from "./cut.ts";
import type { Point } from "./findings.ts";

const LINE_CHARS = 220;
// The break itself, and the blank that a line may begin with.
const LINE_BREAK_TOKENS = 1.4;
const LEAST_TOKENS = 4;

/** The lines chosen for a digest so far, none twice, and what they cost. */
export class Page {
  readonly #points = new Map<string, Point>();
  #tokens = 0;

  get tokens(): number {
    return this.#tokens;
  }

  hasRoom(limit: number): boolean {
    return this.#tokens + LEAST_TOKENS <= limit;
  }

  /** Takes those points that the page can hold within `limit` tokens; asks for no more once there is no room. */
  fill(points: Iterable<Point>, limit: number): void {
    for (const point of points) {
      if (!this.hasRoom(limit)) return;
      this.#add(point, limit);
    }
  }

  #add(point: Point, limit: number): void {
    const text = shorten(point.text.trimEnd(), point.most ?? LINE_CHARS);
    const key = text.trimStart();
    if (key === "" || this.#points.has(key)) return;
    const tokens = tokenWeight(text) + LINE_BREAK_TOKENS;
    if (this.#tokens + tokens > limit) return;
    this.#points.set(key, { line: point.line, text });
    this.#tokens += tokens;
  }

  /** In the order of the source. */
  lines(): readonly string[] {
    return [...this.#points.values()].sort((a, b) => a.line - b.line).map(({ text }) => text);
  }
}
