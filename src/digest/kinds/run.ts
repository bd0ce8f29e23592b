import { troublesIn } from "../failures.ts";
import { type Findings, findings, type Point } from "../findings.ts";
import { outcomeOf } from "../outcome.ts";
import { isFailingTest } from "../runs/failing-tests.ts";
import { isSummary } from "../runs/summaries.ts";
import type { Source } from "../source.ts";
import { foldLines, foldPoints, showTemplate } from "../templates.ts";

const ENDS = 3;
const MAX_SUMMARIES = 40;
const MAX_REPEATED = 12;
const LINE_SHARE = 0.7;

/**
 * The output of a program: how the run went, which tests failed, what the errors say and where, how it ended; then
 * the lines that tell most.
 */
export function run({ call, lines }: Source): Findings {
  const summaries: Point[] = [];
  const failing: Point[] = [];
  for (const [line, raw] of lines.entries()) {
    const text = raw.trim();
    if (isFailingTest(text)) failing.push({ line, text });
    else if (isSummary(text)) summaries.push({ line, text });
  }
  const { failures, others } = troublesIn(lines);
  const last = lastLines(lines);
  const ending = outcomeOf(call) === undefined ? last.slice(-1) : last;
  return findings({
    keep: [...foldPoints(summaries.slice(-MAX_SUMMARIES)), ...failing, ...failures, ...ending],
    fill: [...firstLine(lines), ...last, ...others, ...repeated(lines)],
    lineShare: LINE_SHARE,
  });
}

function lastLines(lines: readonly string[]): readonly Point[] {
  const last: Point[] = [];
  for (let line = lines.length - 1; line >= 0 && last.length < ENDS; line--) {
    const text = lines[line] ?? "";
    if (text.trim() !== "") last.unshift({ line, text });
  }
  return last;
}

const firstLine = (lines: readonly string[]): readonly Point[] => {
  const line = lines.findIndex((text) => text.trim() !== "");
  return line < 0 ? [] : [{ line, text: lines[line] ?? "" }];
};

// What a run mostly said: the commonest templates.
function repeated(lines: readonly string[]): readonly Point[] {
  const templates = foldLines(lines).filter(({ count }) => count > 1);
  const common = [...templates].sort((a, b) => b.count - a.count || a.line - b.line).slice(0, MAX_REPEATED);
  return common.map((template) => ({ line: template.line, text: showTemplate(template) }));
}
