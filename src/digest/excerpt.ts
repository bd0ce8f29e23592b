import { wellFormed } from "../model/text.ts";
import type { Point } from "./findings.ts";
import { Page } from "./page.ts";

/** The first and the last lines of a text, as many as `maxTokens` hold, whatever it is. */
export function excerpt(text: string, maxTokens: number): string {
  const page = new Page();
  page.fill(endsOf(text.split("\n")), maxTokens);
  return wellFormed(page.lines().join("\n"));
}

function* endsOf(lines: readonly string[]): Generator<Point> {
  for (let from = 0, to = lines.length - 1; from <= to; from++, to--) {
    yield { line: from, text: lines[from] ?? "" };
    yield { line: to, text: lines[to] ?? "" };
  }
}
