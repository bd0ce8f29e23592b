import { type Findings, findings, type Point } from "../findings.ts";
import { troubleIn } from "../signals.ts";
import type { Source } from "../source.ts";
import { foldLines, showTemplate, type Template } from "../templates.ts";

const MAX_TEMPLATES = 30;

/** A log: its first and last line, each kind of failure with its count, then the commonest kinds of line. */
export function log({ lines }: Source): Findings {
  const templates = foldLines(lines);
  const failures = templates.filter(({ text }) => troubleIn(text) === "failure");
  const common = templates
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || a.line - b.line);
  const rare = templates.filter(({ count }) => count === 1);
  return findings({
    keep: [...templates.slice(0, 1).map(point), lastOf(lines), ...failures.map(point)],
    fill: [...common.slice(0, MAX_TEMPLATES), ...rare.slice(0, MAX_TEMPLATES)].map(point),
    lineShare: 0.7,
    quotes: false,
  });
}

const point = (template: Template): Point => ({ line: template.line, text: showTemplate(template) });

const lastOf = (lines: readonly string[]): Point => ({ line: lines.length - 1, text: lines.at(-1) ?? "" });
