/** A pattern and the characters that a line it matches may begin with; `0` stands for any digit. */
export type Pattern = readonly [starts: string, test: RegExp | ((line: string) => boolean)];

/**
 * Whether a trimmed line of at most `maxLine` characters matches one of many patterns. Only those that may begin with
 * its first character are tried: nearly every line of a program's output is none of these.
 */
export function matcher(patterns: readonly Pattern[], maxLine: number): (line: string) => boolean {
  const byStart = new Map<number, Pattern[1][]>();
  for (const [starts, test] of patterns) {
    for (const start of starts.replace("0", "0123456789")) {
      const tests = byStart.get(start.charCodeAt(0));
      if (tests === undefined) byStart.set(start.charCodeAt(0), [test]);
      else tests.push(test);
    }
  }
  return (line) => {
    const tests = byStart.get(line.charCodeAt(0));
    if (tests === undefined || line.length > maxLine) return false;
    return tests.some((test) => (typeof test === "function" ? test(line) : test.test(line)));
  };
}
