// What a line of a program's output says about how things went. Lines are capped before any regular expression sees
// them, and no pattern here can backtrack: alternatives of literals, and single bounded repetitions.

const MAX_LINE = 300;

const TROUBLE =
  /error|fail|exception|panic|fatal|traceback|cannot|can't|could not|couldn't|not found|no such|denied|refused|unable|undefined|timed out|timeout|conflict|abort|invalid|missing|unexpected|assert|expected|killed|segmentation|rejected|unresolved|unknown|warn|deprecat|[✗✘✖×❌●]|not ok|\bE {2,}/gi;

const NO_TROUBLE =
  /\b(?:0|no|zero|without) (?:\w+ )?(?:errors?|failures?|failed|failing|fail|warnings?|problems?|issues?|conflicts?)\b/gi;
const ZERO_COUNT = /\b(?:errors?|failures?|failed|fail|failing|warnings?|skipped)\s?[:=]\s{0,20}0\b/gi;

const WARNING = /^(?:warn|deprecat)/i;

/** How bad a line sounds: a failure, a warning, or nothing. */
export type Trouble = "failure" | "warning" | undefined;

export function troubleIn(line: string): Trouble {
  const text = line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line;
  TROUBLE.lastIndex = 0;
  if (!TROUBLE.test(text)) return undefined;
  const said = text.replace(NO_TROUBLE, "").replace(ZERO_COUNT, "");
  let found: Trouble;
  TROUBLE.lastIndex = 0;
  for (const match of said.matchAll(TROUBLE)) {
    if (isPartOfName(said, match.index, match.index + match[0].length)) continue;
    if (!WARNING.test(match[0])) return "failure";
    found = "warning";
  }
  return found;
}

const SHORTEST_COMPLAINT = 16;

/** A failing line from the word that tells of trouble on; the whole line when little follows. */
export function complaintIn(line: string): string {
  const text = line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line;
  const at = text.search(TROUBLE);
  return at < 0 || text.length - at < SHORTEST_COMPLAINT ? text : text.slice(at);
}

const isWordCode = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
const COLON = 58;
const DASH = 45;
const DOT = 46;
const SLASH = 47;

// `src/errors/not-found.ts`, `--no-errors` and `handleError(` name things; `TypeError:`, `errors` and `failed.` tell.
function isPartOfName(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === SLASH || before === DASH || before === 95 || before === DOT) return true;
  if (before === COLON && text.charCodeAt(start - 2) === COLON) return true;
  const after = text.charCodeAt(end);
  if (after === DASH || after === SLASH || after === 95 || after === 40) return true;
  if (after === DOT) return isWordCode(text.charCodeAt(end + 1));
  return after >= 65 && after <= 90 && isWordCode(before);
}

const STRONG =
  /^\s{0,20}(?:\[?(?:error|fatal|panic|critical)\b|e {2,}|traceback|[a-z_.]{0,60}(?:error|exception)\b|npm err|fail|[✗✘✖×❌●]|not ok|-{3} fail|command |bash: |sh: |make: |thread ')|: (?:error|fatal error|note)\b|: error\[|error ts\d/i;

/** Whether a line is itself the report of a failure rather than text that mentions one. */
export const isReport = (line: string): boolean =>
  STRONG.test(line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line);
