import { priceOf, promptTokensOf, sumUsage } from "../support/loopback/usage.ts";
import { evidenceOf, type Runs } from "./evidence.ts";
import type { DemoRun } from "./run.ts";
import { stepsOf } from "./script.ts";

const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

/** Prints the table of requests, one result before and after, the recovery, and the totals. */
export function printReport(runs: Runs): void {
  const lines = [...requestTable(runs), "", ...beforeAndAfter(runs), "", ...totals(runs)];
  process.stdout.write(`\n${lines.join("\n")}\n`);
}

function requestTable({ without, pruned }: Runs): string[] {
  const baseline = stepsOf(false);
  const rows = stepsOf(true).map((step, index) => {
    const request = pruned.requests[index];
    const plain = without.requests[baseline.indexOf(step)];
    const before = plain?.usage && promptTokensOf(plain.usage);
    const after = request?.usage && promptTokensOf(request.usage);
    const change =
      before && after ? `${after > before ? "+" : ""}${Math.round((after / before - 1) * 100)} %` : "";
    return [
      String(index + 1),
      step.label,
      tokens(before),
      tokens(after),
      change,
      tokens(request?.usage?.cacheRead),
    ];
  });
  return table([["#", "the model's next step", "without", "with", "change", "of it cached"], ...rows]);
}

function beforeAndAfter(runs: Runs): string[] {
  const { original, stub, recovered } = evidenceOf(runs);
  return [
    `The failing test run as the model first saw it (${original.length} characters):`,
    ...quote(original, 8),
    "",
    `The same result once it was read (${stub.length} characters):`,
    ...quote(stub, 40),
    "",
    `What context_tree_query gave back holds the original byte for byte: ${recovered.includes(original) && original !== "" ? "yes" : "NO"}`,
  ];
}

function totals({ without, pruned }: Runs): string[] {
  const dollars = (run: DemoRun) => priceOf(usageOf(run), PRICE);
  const prompt = (run: DemoRun) => promptTokensOf(usageOf(run));
  return [
    `${without.requests.length} requests without, ${pruned.requests.length} with (two of them recoveries).`,
    `Prompt tokens, all requests: ${prompt(without)} without, ${prompt(pruned)} with.`,
    `At $3/M input, $0.30/M cache reads, $3.75/M cache writes: $${dollars(without).toFixed(4)} without, $${dollars(pruned).toFixed(4)} with.`,
    "The description of context_tree_query is in every request with it, and one rewrite of the cached prompt is paid for here:",
    "a session this short hardly saves anything yet. From here on every request is sent at the size of the last one.",
  ];
}

const usageOf = ({ requests }: DemoRun) => sumUsage(requests.flatMap(({ usage }) => usage ?? []));
const tokens = (count: number | undefined) => (count === undefined ? "" : String(count));

function quote(text: string, most: number): string[] {
  const all = text.split("\n");
  const shown = all.slice(0, most).map((line) => `  | ${line.slice(0, 110)}`);
  return all.length > most ? [...shown, `  | ... ${all.length - most} more lines`] : shown;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}
