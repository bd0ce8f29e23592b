import { plural } from "../model/format.ts";
import { wellFormed } from "../model/text.ts";
import { type Candidate, collectCandidates } from "./candidates.ts";
import { FIRST, type Findings, type Point } from "./findings.ts";
import { HashSet } from "./hash-set.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { nameLines } from "./names.ts";
import { Page } from "./page.ts";
import { reread } from "./reread.ts";
import { MAX_NOTICE, readSource, type Source } from "./source.ts";
import { tellingLines } from "./telling-lines.ts";
import type { DigestBudget, DigestCall, Knowledge } from "./types.ts";
import { PATH, scanWords } from "./words.ts";

const MIN_NAMES_TOKENS = 12;
/** The part of a digest that what changed since an earlier read may take. */
const CHANGE_PART = 0.5;

/**
 * What is worth keeping of one result, as lines: no frame, no ref, no size. "" when nothing is worth saying.
 * Deterministic: the same call, budget and knowledge give the same text. Its tokens stay within `budget.maxTokens`
 * (or `minTokens`, if that is more), and but for what must survive within the budget's share of the result.
 */
export function digestCall(call: DigestCall, budget: DigestBudget, knowledge: Knowledge = {}): string {
  if (knowledge.supersededBy !== undefined) return knowledge.supersededBy;
  const source = readSource(call);
  const findings = kindOf(source)(source);
  const limits = limitsOf(call.text, stale(budget, knowledge), findings);
  const page = new Page();
  page.fill(remarksOf(source, knowledge), limits.kept);
  const change = reread(call.text, knowledge);
  if (change) page.fill([change], limits.all * CHANGE_PART);
  page.fill(findings.keep, limits.kept);
  page.fill(findings.fill, limits.lines);
  // What the earlier read made known may leave the context before this does.
  const known = change ? { ...knowledge, isKnown: () => false } : knowledge;
  const names = nameWords({ source, findings, knowledge: known, page }, limits);
  return wellFormed([...page.lines(), ...names].join("\n"));
}

/** What stands around the findings: that the file was edited since, and the host's own notice. */
function remarksOf({ notice, lines }: Source, { editsSince }: Knowledge): readonly Point[] {
  const edited =
    editsSince === undefined ? [] : [{ line: FIRST, text: `edited since (${plural(editsSince, "edit")})` }];
  return notice === undefined ? edited : [...edited, { line: lines.length, text: notice, most: MAX_NOTICE }];
}

// After an edit the lines of a read are no longer true, but most names in the rest of the file still are.
const STALE_PART = 1 / 3;

function stale(budget: DigestBudget, { editsSince }: Knowledge): DigestBudget {
  if (editsSince === undefined) return budget;
  return { ...budget, share: budget.share * STALE_PART, maxTokens: budget.maxTokens * STALE_PART };
}

interface Work {
  readonly source: Source;
  readonly findings: Findings;
  readonly knowledge: Knowledge;
  readonly page: Page;
}

/** Adds the lines that name most of what is unknown; what comes back are the lines that list the rest of it. */
function nameWords({ source, findings, knowledge, page }: Work, limits: Limits): readonly string[] {
  if (findings.names === "none" && !findings.quotes) return [];
  if (limits.all - page.tokens < MIN_NAMES_TOKENS) return [];
  const all = collectCandidates(source.text, knowledge);
  const named = findings.names === "words" ? all.filter(({ kind }) => kind !== PATH) : all;
  const { routine } = findings;
  const candidates = routine?.size ? named.filter(({ line }) => !routine.has(line)) : named;
  if (findings.quotes && page.hasRoom(limits.lines))
    page.fill(tellingLines(source.lines, candidates), limits.lines);
  const room = limits.all - page.tokens;
  if (findings.names === "none" || room < MIN_NAMES_TOKENS) return [];
  return nameLines(notIn(page.lines().join("\n"), candidates), room, findings.firstLine);
}

function notIn(text: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const shown = new HashSet();
  scanWords(text, ({ hash }) => void shown.add(hash));
  return candidates.filter(({ hash }) => !shown.has(hash));
}
