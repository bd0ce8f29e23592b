import { promptTokensOf } from "../support/loopback/usage.ts";
import { evidenceOf, type Runs } from "./evidence.ts";
import { stepsOf } from "./script.ts";

/** Everything the demo claims that is not so, one sentence each. */
export function checkClaims(runs: Runs): string[] {
  const { without, pruned } = runs;
  const { original, stub, recovered } = evidenceOf(runs);
  const size = (run: Runs["pruned"]) => promptTokensOf(run.requests.at(-1)?.usage ?? noUsage);
  const claims: readonly (readonly [boolean, string])[] = [
    [
      without.run.code === 0 && pruned.run.code === 0,
      `both runs end well: ${without.run.stderr}${pruned.run.stderr}`,
    ],
    [pruned.run.stderr === without.run.stderr, `the extension reports nothing: ${pruned.run.stderr}`],
    [pruned.violations === 0, "the provider refuses no request"],
    [pruned.requests.length === stepsOf(true).length, `no request too many: ${pruned.requests.length}`],
    [original !== "" && stub !== "" && stub.length < original.length, "the test run became a stub"],
    [original !== "" && recovered.includes(original), "the test run came back byte for byte"],
    [
      size(pruned) < 0.6 * size(without),
      `the last request is at least 40 % smaller: ${size(pruned)} of ${size(without)} tokens`,
    ],
    [pruned.run.stdout.includes("shelf B8"), `Pi prints the answer: ${pruned.run.stdout}`],
  ];
  return claims.filter(([holds]) => !holds).map(([, claim]) => claim);
}

const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 };
