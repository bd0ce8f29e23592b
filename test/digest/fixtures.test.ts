import { describe, expect, it } from "vitest";
import { digestCall } from "../../src/digest/digest.ts";
import { outcomeOf } from "../../src/digest/outcome.ts";
import { DEFAULT_BUDGET } from "../../src/digest/types.ts";
import { tokenWeight } from "../../src/model/tokens.ts";
import { fixtures, holdsFact, holdsPath } from "./fixture.ts";

const all = fixtures();
const digest = (fixture: (typeof all)[number]) => digestCall(fixture.call, DEFAULT_BUDGET);

describe.each(all.map((fixture) => [fixture.name, fixture] as const))("the output %s", (_, fixture) => {
  const { call, facts } = fixture;

  it("tells how it ended", () => {
    expect(outcomeOf(call)).toBe(facts.outcome);
  });

  it("keeps its counts and the names of failing tests", () => {
    const text = digest(fixture);
    const must = [...(facts.counts ?? []), ...(facts.tests ?? [])];
    expect(must.filter((fact) => !holdsFact(text, fact))).toEqual([]);
  });

  it("stays within its budget and is shorter than the output", () => {
    const text = digest(fixture);
    expect(tokenWeight(text)).toBeLessThanOrEqual(DEFAULT_BUDGET.maxTokens);
    expect(text.length).toBeLessThanOrEqual(call.text.length);
  });
});

it("at least 60 outputs of real tools are labelled", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
});

it("98 of 100 error lines survive in all outputs together", () => {
  const errors = all.flatMap((fixture) =>
    (fixture.facts.errors ?? []).map((fact) => [digest(fixture), fact] as const),
  );
  const lost = errors.filter(([text, fact]) => !holdsFact(text, fact));
  expect(lost.length).toBeLessThanOrEqual(errors.length * 0.02);
});

it("95 of 100 paths survive in all outputs together", () => {
  const paths = all.flatMap((fixture) => (fixture.facts.paths ?? []).map((path) => [fixture, path] as const));
  // The call's arguments stay beside the stub.
  const seen = (fixture: (typeof all)[number]) => `${digest(fixture)}\n${JSON.stringify(fixture.call.args)}`;
  const lost = paths.filter(([fixture, path]) => !holdsPath(seen(fixture), path));
  expect(lost.length).toBeLessThanOrEqual(paths.length * 0.05);
});

it("no recorded output names the machine it was made on", () => {
  const texts = all.map(({ name, call }) => [name, `${call.text}${JSON.stringify(call.args)}`] as const);
  expect(texts.filter(([, text]) => /\/root\b|\/tmp\/fixture-|\/work\//.test(text))).toEqual([]);
});
