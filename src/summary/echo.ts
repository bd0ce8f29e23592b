/** What is shorter is a quotation, whatever it holds. */
const RUN_CHARS = 240;
/** From here on lines count as copied wherever they stood: no summary needs so many of them. */
const LINES_CHARS = 600;
const LINE_CHARS = 20;
const SHARE = 0.8;

/**
 * Whether nearly all of a text was copied rather than written: the digest selects better. A short one may well consist
 * of the decisive lines, so that it is an echo only where it is one piece of a source.
 */
export function isEcho(text: string, sources: readonly string[]): boolean {
  if (text.length < RUN_CHARS) return false;
  const lines = linesOf(text);
  const enough = SHARE * lines.join(" ").length;
  const known = sources.map(linesOf);
  if (known.some((source) => longestRun(lines, source.join(" ")) >= enough)) return true;
  return text.length >= LINES_CHARS && charsCopied(lines, known) >= enough;
}

/** Lines without bullets and without what only sets them apart. */
const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*[-*+•>]\s/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "");

/** Characters of the longest run of lines that stands in `source` as it is. */
function longestRun(lines: readonly string[], source: string): number {
  let longest = 0;
  let run = "";
  for (const line of lines) {
    const longer = run === "" ? line : `${run} ${line}`;
    if (source.includes(longer)) run = longer;
    else run = source.includes(line) ? line : "";
    longest = Math.max(longest, run.length);
  }
  return longest;
}

function charsCopied(lines: readonly string[], sources: readonly (readonly string[])[]): number {
  const known = new Set(sources.flat());
  const whole = sources.map((source) => source.join(" ")).join("\n");
  const isCopy = (line: string) => known.has(line) || (line.length >= LINE_CHARS && whole.includes(line));
  return lines.reduce((sum, line) => sum + (isCopy(line) ? line.length + 1 : 0), 0);
}
