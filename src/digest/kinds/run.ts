import { troublesIn } from "../failures.ts";
import { type Findings, findings, type Point } from "../findings.ts";
import { outcomeOf } from "../outcome.ts";
import { isFailingTest } from "../runs/failing-tests.ts";
import { isFileChange, isSummary } from "../runs/summaries.ts";
import type { Source } from "../source.ts";
import { foldLines, foldPoints, showTemplate } from "../templates.ts";

const ENDS = 3;
const MAX_SUMMARIES = 40;
const MAX_REPEATED = 12;
const MIN_LINES = 8;
const MAX_MENTIONS = 20;
const LINE_SHARE = 0.5;
// An output that is all errors can hardly be condensed.
const KEEP_SHARE = 0.85;

/**
 * The output of a program: how the run went, which tests failed, what the errors say and where, how it ended; then
 * the lines that tell most.
 */
export function run({ call, lines }: Source): Findings {
  const summaries: Point[] = [];
  const failing: Point[] = [];
  const changes: Point[] = [];
  for (const [line, raw] of lines.entries()) {
    const text = raw.trim();
    if (isFailingTest(text)) failing.push({ line, text }, ...messageBelow(lines, line));
    else if (isSummary(text)) summaries.push({ line, text });
    else if (isFileChange(text)) changes.push({ line, text });
  }
  const troubles = troublesIn(lines);
  const last = lastLines(lines);
  // A run that failed without a clear report leaves only what it mentions.
  const failed = outcomeOf(call) !== undefined;
  const ending = failed ? [...troubles.mentions.slice(0, MAX_MENTIONS), ...last] : last.slice(-1);
  return findings({
    keep: [...foldPoints(summaries.slice(-MAX_SUMMARIES)), ...failing, ...troubles.reports, ...ending],
    fill: fillOf(lines, [...last, ...changes, ...troubles.mentions, ...troubles.warnings]),
    keepShare: KEEP_SHARE,
    lineShare: LINE_SHARE,
  });
}

function* fillOf(lines: readonly string[], points: readonly Point[]): Generator<Point> {
  yield* sections(lines);
  yield* points;
  yield* repeated(lines);
}

// jest prints the message below the name, without a word that gives it away.
function messageBelow(lines: readonly string[], line: number): readonly Point[] {
  if (lines[line]?.trimStart().startsWith("● ") !== true) return [];
  const below = lines[line + 2]?.trim() ?? "";
  return below === "" ? [] : [{ line: line + 2, text: `  ${below}` }];
}

function lastLines(lines: readonly string[]): readonly Point[] {
  const last: Point[] = [];
  for (let line = lines.length - 1; line >= 0 && last.length < ENDS; line--) {
    const text = lines[line] ?? "";
    if (hasWord(text)) last.unshift({ line, text });
  }
  return last;
}

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text.slice(0, 200));

const MAX_SECTIONS = 24;

// The first line, and the headings that scripts print between the parts of their output with what follows them.
function sections(lines: readonly string[]): readonly Point[] {
  const first = lines.findIndex(hasWord);
  const headings = lines.flatMap((text, line) => (isSection(text) ? [line, line + 1] : []));
  const shown = first < 0 ? headings : [first, ...headings];
  return shown.slice(0, MAX_SECTIONS).map((line) => ({ line, text: lines[line] ?? "" }));
}

const isSection = (text: string) =>
  text.length < 100 &&
  (text.startsWith("==") || text.startsWith("--") || text.startsWith("##")) &&
  hasWord(text);

// What a run mostly said: the commonest templates.
function repeated(lines: readonly string[]): readonly Point[] {
  if (lines.length < MIN_LINES) return [];
  const templates = foldLines(lines).filter(({ count }) => count > 1);
  const common = [...templates].sort((a, b) => b.count - a.count || a.line - b.line).slice(0, MAX_REPEATED);
  return common.map((template) => ({ line: template.line, text: showTemplate(template) }));
}
