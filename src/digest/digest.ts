import { wellFormed } from "../model/text.ts";
import { type Candidate, collectCandidates } from "./candidates.ts";
import type { Findings, Point } from "./findings.ts";
import { HashSet } from "./hash-set.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { nameLines } from "./names.ts";
import { Page } from "./page.ts";
import { readSource, type Source } from "./source.ts";
import { tellingLines } from "./telling-lines.ts";
import type { DigestBudget, DigestCall, Knowledge } from "./types.ts";
import { scanWords } from "./words.ts";

const MIN_NAMES_TOKENS = 12;

/**
 * What is worth keeping of one result, as lines: no frame, no ref, no size. "" when nothing is worth saying.
 * Deterministic: the same call, budget and knowledge give the same text. Its tokens stay within `budget.maxTokens`
 * (or `minTokens`, if that is more), and but for what must survive within the budget's share of the result.
 */
export function digestCall(call: DigestCall, budget: DigestBudget, knowledge: Knowledge = {}): string {
  if (knowledge.supersededBy !== undefined) return knowledge.supersededBy;
  const source = readSource(call);
  const findings = kindOf(source)(source, knowledge);
  const limits = limitsOf(call.text, budget, findings);
  const page = new Page();
  for (const point of noticeOf(source)) page.add(point, limits.kept);
  for (const point of findings.keep) page.add(point, limits.kept);
  for (const point of findings.fill) page.add(point, limits.lines);
  const names = nameWords({ source, findings, knowledge, page }, limits);
  return wellFormed([...page.lines(), ...names].join("\n"));
}

const noticeOf = ({ notice, lines }: Source): readonly Point[] =>
  notice === undefined ? [] : [{ line: lines.length, text: notice }];

interface Work {
  readonly source: Source;
  readonly findings: Findings;
  readonly knowledge: Knowledge;
  readonly page: Page;
}

/** Adds the lines that name most of what is unknown; what comes back are the lines that list the rest of it. */
function nameWords({ source, findings, knowledge, page }: Work, limits: Limits): readonly string[] {
  if (!findings.names && !findings.quotes) return [];
  const candidates = collectCandidates(source.lines, knowledge);
  if (findings.quotes)
    for (const point of tellingLines(source.lines, candidates)) page.add(point, limits.lines);
  const room = limits.all - page.tokens;
  if (!findings.names || room < MIN_NAMES_TOKENS) return [];
  return nameLines(notShown(candidates, page.lines()), room, findings.firstLine);
}

function notShown(candidates: readonly Candidate[], lines: readonly string[]): readonly Candidate[] {
  const shown = new HashSet();
  for (const line of lines) scanWords(line, (hash) => void shown.add(hash));
  return candidates.filter(({ hash }) => !shown.has(hash));
}
