import { head } from "../model/text.ts";
import type { DigestBudget, DigestCall, Knowledge } from "./types.ts";

const LINE_CHARS = 160;
const ENDS = 3;
const ERROR_LINES = 12;
const CHARS_PER_TOKEN = 3;

/**
 * What is worth keeping of one result, as lines: no frame, no ref, no size. "" when nothing is worth saying.
 * The same call, budget and knowledge give the same text.
 */
export function digestCall(call: DigestCall, budget: DigestBudget, _knowledge?: Knowledge): string {
  const lines = call.text.split("\n").map((line) => line.trimEnd());
  const filled = lines.filter((line) => line !== "");
  const chosen = new Set([...filled.slice(0, ENDS), ...errorLines(filled), ...filled.slice(-ENDS)]);
  return within([...chosen], budgetChars(call, budget));
}

function budgetChars(call: DigestCall, budget: DigestBudget): number {
  const tokens = Math.max(budget.minTokens, (budget.share * call.text.length) / CHARS_PER_TOKEN);
  return Math.floor(Math.min(budget.maxTokens, tokens) * CHARS_PER_TOKEN);
}

function errorLines(lines: readonly string[]): readonly string[] {
  const failing = lines.filter((line) =>
    /error|fail|exception|panic|fatal|cannot|not found/i.test(head(line, LINE_CHARS)),
  );
  return failing.slice(0, ERROR_LINES);
}

function within(lines: readonly string[], chars: number): string {
  const fitting: string[] = [];
  let left = chars;
  for (const line of lines) {
    const short = head(line, LINE_CHARS);
    if (short.length + 1 > left) continue;
    left -= short.length + 1;
    fitting.push(short);
  }
  return fitting.join("\n");
}
