import { utf8Bytes } from "../model/format.ts";
import { type Budget, endWithin } from "./budget.ts";
import { type Lines, lineAt, lineEnd, type Span } from "./lines.ts";

/**
 * The beginning of a span that fits a budget: whole lines, or a part of its first line where not even that fits. At
 * least one character, so that asking for page after page always reaches the end.
 */
export function firstPage(lines: Lines, span: Span, budget: Budget): Span {
  const { start } = span;
  if (start >= span.end) return span;
  let end = start;
  let { bytes } = budget;
  for (let line = lineAt(lines, start), taken = 0; end < span.end && taken < budget.lines; line++, taken++) {
    const next = Math.min(lineEnd(lines, line), span.end);
    // The bytes are at least as many as the units: most lines that do not fit need no counting.
    const size = next - end > bytes ? bytes + 1 : utf8Bytes(lines.text.slice(end, next));
    if (size > bytes) break;
    bytes -= size;
    end = next;
  }
  if (end > start) return { start, end };
  const fitting = endWithin(lines.text, span, budget.bytes);
  return { start, end: fitting > start ? fitting : endWithin(lines.text, span, 4) };
}
