import {
  anchor,
  type Calibration,
  calibrate,
  calibrated,
  type Usage,
} from "../../../src/economics/calibration.ts";
import { estimateTokens, RESULT_TOKENS } from "../../../src/economics/tokens.ts";
import { kindCounts } from "../../economics/kinds.ts";
import { mean, percent, printTable, quantile } from "./print.ts";
import { type Item, type Segment, textOfItem } from "./sessions.ts";

const LEAST_RESULT = 150;
const LEAST_GROWTH = -500;

interface Errors {
  readonly prompts: number[];
  readonly results: number[];
  readonly quarters: number[];
}

/** How far the estimates are from what the hosts reported, by model, each predicted before it is learned from. */
export function printEstimates(segments: readonly Segment[]): void {
  const errors = new Map<string, Errors>();
  for (const segment of segments) measure(segment, errors);
  const rows = [...errors, ["all", merged([...errors.values()])] as const].map(
    ([model, { prompts, results, quarters }]) => [
      model,
      prompts.length,
      percent(mean(prompts), 1, 2),
      percent(quantile(prompts, 0.95), 1, 2),
      results.length,
      percent(mean(results), 1),
      percent(mean(quarters), 1),
    ],
  );
  const columns = [
    "model",
    "prompts",
    "error, mean",
    "p95",
    "single results",
    "error, calibrated",
    "characters / 4",
  ];
  if (errors.size > 0) printTable("Token estimates against reported usage", [columns, ...rows]);
  printKinds();
}

const merged = (all: readonly Errors[]): Errors => ({
  prompts: all.flatMap(({ prompts }) => prompts),
  results: all.flatMap(({ results }) => results),
  quarters: all.flatMap(({ quarters }) => quarters),
});

interface Step extends Usage {
  readonly model: string;
}

function measure({ items }: Segment, errors: Map<string, Errors>): void {
  let calibration: Calibration | undefined;
  let before: Step | undefined;
  let added: Item[] = [];
  for (const item of items) {
    if (item.kind !== "usage") {
      if (item.kind === "result" || (item.kind === "said" && !item.assistant)) added.push(item);
      continue;
    }
    if (before !== undefined && before.model === item.model && item.prompt - before.prompt > LEAST_GROWTH) {
      compare({ before, after: item, added, calibration }, errors);
      calibration = learn(before, item, added, calibration);
    }
    before = item;
    added = [];
  }
}

const estimatesOf = (added: readonly Item[]) =>
  added.map((item) => estimateTokens(textOfItem(item)) + RESULT_TOKENS);
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

interface Comparison {
  readonly before: Step;
  readonly after: Step;
  readonly added: readonly Item[];
  readonly calibration: Calibration | undefined;
}

function compare({ before, after, added, calibration }: Comparison, errors: Map<string, Errors>): void {
  if (added.some((item) => item.kind === "result" && item.evicted)) return;
  const known = errors.get(after.model) ?? { prompts: [], results: [], quarters: [] };
  errors.set(after.model, known);
  const expected = calibrated(total(estimatesOf(added)), calibration);
  known.prompts.push(Math.abs(before.prompt + before.output + expected - after.prompt) / after.prompt);
  const [only] = added;
  const [actual] = anchor(before, after, estimatesOf(added)) ?? [];
  if (added.length !== 1 || only?.kind !== "result" || actual === undefined || actual < LEAST_RESULT) return;
  known.results.push(Math.abs(expected - actual) / actual);
  known.quarters.push(Math.abs(only.call.text.length / 4 - actual) / actual);
}

function learn(before: Step, after: Step, added: readonly Item[], calibration: Calibration | undefined) {
  const actual = after.prompt - before.prompt - before.output;
  return calibrate(calibration, { model: after.model, estimated: total(estimatesOf(added)), actual });
}

/** Kinds of text against two real tokenizers, each calibrated on source code as a session would be. */
function printKinds(): void {
  const kinds = kindCounts();
  const code = kinds.find(({ kind }) => kind === "typescript");
  if (code === undefined) return;
  const ratios = code.tokens.map((tokens) => tokens / estimateTokens(code.text));
  const rows = kinds.map(({ kind, text, tokens }) => [
    kind,
    ...tokens.map((actual, i) => percent(estimateTokens(text) * (ratios[i] ?? 1) - actual, actual)),
    ...tokens.map((actual) => percent(text.length / 4 - actual, actual)),
  ]);
  printTable("Estimates by kind of text, calibrated on source code; beside it characters / 4", [
    ["kind", "Claude 2", "o200k", "/4 Claude 2", "/4 o200k"],
    ...rows,
  ]);
}
