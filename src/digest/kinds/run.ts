import { troublesIn } from "../failures.ts";
import { type Findings, findings, type Point } from "../findings.ts";
import { outcomeOf } from "../outcome.ts";
import { isFailingTest } from "../runs/failing-tests.ts";
import { isRoutine, messagesOf, passes } from "../runs/go-tests.ts";
import { isJunit, junitIn } from "../runs/junit.ts";
import { isFileChange, isSummary } from "../runs/summaries.ts";
import { troubleIn } from "../signals.ts";
import type { Source } from "../source.ts";
import { foldEqual, foldLines, showTemplate, splitSeries, type Template, templateOf } from "../templates.ts";

const ENDS = 3;
const ENDS_WITHIN = 12;
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
export function run({ call, text, lines }: Source): Findings {
  const summaries: Point[] = [];
  const failing: Point[] = [];
  const changes: Point[] = [];
  const routine = new Set<number>();
  for (const [line, raw] of lines.entries()) {
    const trimmed = raw.trim();
    if (isFailingTest(trimmed))
      failing.push({ line, text: trimmed }, ...messageBelow(lines, line), ...messagesOf(lines, line));
    else if (isSummary(trimmed)) summaries.push({ line, text: trimmed });
    else if (isFileChange(trimmed)) changes.push({ line, text: trimmed });
    else if (isRoutine(trimmed) || isJunit(trimmed)) routine.add(line);
  }
  const report = junitIn(text);
  summaries.push(...report.suites);
  failing.push(...report.failing);
  const counted = new Set([...routine, ...summaries.map(({ line }) => line)]);
  const others = routine.size === 0 ? lines : lines.map((raw, line) => (routine.has(line) ? "" : raw));
  const troubles = troublesIn(lines, counted);
  const counts = foldEqual(summaries.slice(-MAX_SUMMARIES));
  const { single, series } = splitSeries(counts);
  const bad = series.filter(isBad);
  const good = series.filter((point) => !isBad(point));
  const isFolded = ({ text: end }: Point) =>
    counts.some((count) => count.text.startsWith(`${end.trim()} (×`));
  const last = lastLines(others).filter((point) => !isFolded(point));
  // A run that failed without a clear report leaves only what it mentions.
  const failed = outcomeOf(call) !== undefined;
  const ending = failed ? [...troubles.mentions.slice(0, MAX_MENTIONS), ...last] : last.slice(-1);
  return findings({
    keep: [
      ...single,
      ...failing,
      ...bad,
      ...troubles.reports,
      ...ending,
      ...good.filter((point, at) => isOfTests(point) || isFirst(good, at)),
      ...passes(lines),
    ],
    fill: fillOf(others, counted, [...last, ...changes, ...troubles.mentions, ...troubles.warnings, ...good]),
    keepShare: KEEP_SHARE,
    lineShare: LINE_SHARE,
    routine,
  });
}

const isBad = ({ text }: Point) => troubleIn(text) === "failure";

// What a formatter checked is told for one package; how it went in the others is worth no room of its own.
const isOfTests = ({ text }: Point) => /\b(?:pass|passed|passing|tests?|coverage)\b|^ok\b/i.test(text);

const isFirst = (points: readonly Point[], at: number): boolean => {
  const template = templateOf(points[at]?.text ?? "");
  return points.findIndex(({ text }) => templateOf(text) === template) === at;
};

// A count of lines that are alike says nothing true of lines that count themselves.
function* fillOf(
  lines: readonly string[],
  counted: ReadonlySet<number>,
  points: readonly Point[],
): Generator<Point> {
  const uncounted = counted.size === 0 ? lines : lines.map((text, line) => (counted.has(line) ? "" : text));
  const templates = lines.length < MIN_LINES ? [] : foldLines(uncounted).filter(({ count }) => count > 1);
  const first = templates.find(({ line }) => line === firstLine(lines));
  if (first !== undefined) yield { line: first.line, text: showTemplate(first) };
  else yield { line: 0, text: lines[firstLine(lines)] ?? "" };
  yield* sections(uncounted);
  yield* points;
  yield* repeated(templates);
}

// jest prints the message below the name, without a word that gives it away.
function messageBelow(lines: readonly string[], line: number): readonly Point[] {
  if (lines[line]?.trimStart().startsWith("● ") !== true) return [];
  const below = lines[line + 2]?.trim() ?? "";
  return below === "" ? [] : [{ line: line + 2, text: `  ${below}` }];
}

// The last lines, but of several alike only the last.
function lastLines(lines: readonly string[]): readonly Point[] {
  const last: Point[] = [];
  const alike = new Set<number>();
  for (
    let line = lines.length - 1;
    line >= Math.max(0, lines.length - ENDS_WITHIN) && last.length < ENDS;
    line--
  ) {
    const text = lines[line] ?? "";
    if (!hasWord(text) || alike.has(templateOf(text))) continue;
    alike.add(templateOf(text));
    last.unshift({ line, text });
  }
  return last;
}

const firstLine = (lines: readonly string[]): number => lines.findIndex(hasWord);

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text.slice(0, 200));

const MAX_SECTIONS = 24;

// The headings that scripts print between the parts of their output, with what follows them.
function sections(lines: readonly string[]): readonly Point[] {
  const headings = lines.flatMap((text, line) => (isSection(text) ? [line, line + 1] : []));
  return headings.slice(0, MAX_SECTIONS).map((line) => ({ line, text: lines[line] ?? "" }));
}

const isSection = (text: string) =>
  text.length < 100 &&
  (text.startsWith("==") || text.startsWith("--") || text.startsWith("##")) &&
  hasWord(text);

// What a run mostly said: the commonest templates.
function repeated(templates: readonly Template[]): readonly Point[] {
  const common = templates.toSorted((a, b) => b.count - a.count || a.line - b.line).slice(0, MAX_REPEATED);
  return common.map((template) => ({ line: template.line, text: showTemplate(template) }));
}
