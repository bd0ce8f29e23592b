const MIN_RUN = 3;

/**
 * Names in which runs of consecutive numbers are written as shells do: `part-0.ts part-1.ts part-2.ts` becomes
 * `part-{0..2}.ts`. Names of other sorts, and numbers with leading zeros, stay.
 */
export function foldNumbered(names: readonly string[]): readonly string[] {
  const folded: string[] = [];
  for (let at = 0; at < names.length; ) {
    const end = endOfRun(names, at);
    if (end - at >= MIN_RUN) folded.push(range(names, at, end));
    else folded.push(...names.slice(at, end));
    at = end;
  }
  return folded;
}

interface Numbered {
  readonly before: string;
  readonly number: number;
  readonly after: string;
}

function endOfRun(names: readonly string[], start: number): number {
  const first = parse(names[start] ?? "");
  if (first === undefined) return start + 1;
  let end = start + 1;
  while (end < names.length && names[end] === `${first.before}${first.number + end - start}${first.after}`)
    end++;
  return end;
}

function range(names: readonly string[], start: number, end: number): string {
  const first = parse(names[start] ?? "");
  if (first === undefined) return names.slice(start, end).join(" ");
  return `${first.before}{${first.number}..${first.number + end - start - 1}}${first.after}`;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const MAX_DIGITS = 9;

/** The last number of a name, when it is written without a leading zero. */
function parse(name: string): Numbered | undefined {
  let end = name.length;
  while (end > 0 && !isDigit(name.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && isDigit(name.charCodeAt(start - 1))) start--;
  const digits = name.slice(start, end);
  if (digits === "" || digits.length > MAX_DIGITS || (digits.length > 1 && digits.startsWith("0")))
    return undefined;
  return { before: name.slice(0, start), number: Number(digits), after: name.slice(end) };
}
