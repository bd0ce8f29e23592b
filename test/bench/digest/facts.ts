import { digestCall } from "../../../src/digest/digest.ts";
import { outcomeOf } from "../../../src/digest/outcome.ts";
import { DEFAULT_BUDGET, type DigestCall } from "../../../src/digest/types.ts";
import { tokenWeight } from "../../../src/model/tokens.ts";
import { type Facts, type Fixture, fixtures, holdsFact, holdsPath } from "../../digest/fixture.ts";
import { endsWithin } from "./methods.ts";
import { percent, printTable } from "./print.ts";

export const FACT_KINDS = ["outcome", "counts", "tests", "errors", "paths"] as const;
type FactKind = (typeof FACT_KINDS)[number];
export type Tally = Readonly<Record<FactKind, { readonly kept: number; readonly all: number }>>;

/** How many of the labelled facts a way of condensing keeps, beside the outcome in the stub's header. */
export function tally(of: readonly Fixture[], condense: (call: DigestCall) => string): Tally {
  const count = (kind: FactKind) => {
    const facts = of.flatMap((fixture) => keptFacts(fixture, condense(fixture.call), kind));
    return { kept: facts.filter(Boolean).length, all: facts.length };
  };
  return {
    outcome: count("outcome"),
    counts: count("counts"),
    tests: count("tests"),
    errors: count("errors"),
    paths: count("paths"),
  };
}

function keptFacts({ call, facts }: Fixture, text: string, kind: FactKind): readonly boolean[] {
  if (kind === "outcome") return [outcomeOf(call) === facts.outcome];
  const holds = kind === "paths" ? holdsPath : holdsFact;
  // The call's arguments stay in the context.
  const seen = kind === "paths" ? `${text}\n${JSON.stringify(call.args)}` : text;
  return (facts[kind as keyof Facts & "counts"] ?? []).map((fact) => holds(seen, fact));
}

const digest = (call: DigestCall) => digestCall(call, DEFAULT_BUDGET);

export function printFacts(): void {
  const all = fixtures();
  const rows = (
    [
      ["bare stub", () => ""],
      ["first and last lines, equal size", (call: DigestCall) => endsWithin(call, tokenWeight(digest(call)))],
      ["digest", digest],
    ] as const
  ).map(([name, condense]) => {
    const kept = tally(all, condense);
    return [
      name,
      ...FACT_KINDS.map(
        (kind) => `${kept[kind].kept}/${kept[kind].all} ${percent(kept[kind].kept, kept[kind].all)}`,
      ),
    ];
  });
  const raw = all.reduce((sum, { call }) => sum + tokenWeight(call.text), 0);
  const size = all.reduce(
    (sum, { call }) => sum + Math.min(tokenWeight(call.text), tokenWeight(digest(call))),
    0,
  );
  const title = `Facts that survive in ${all.length} labelled outputs (digests: ${percent(size, raw)} of ${Math.round(raw)} tokens)`;
  printTable(title, [["method", ...FACT_KINDS], ...rows]);
}
