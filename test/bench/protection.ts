import { createProtection } from "../../src/settings/protection.ts";

const SEGMENTS = [1000, 4000, 16_000];
const ROUNDS = 15;

/** Patterns that a matcher which tries every way to share the segments out would not finish with. */
const hostile: readonly (readonly [what: string, pattern: string])[] = [
  ["many globstars", `${"**/".repeat(40)}b/**/a`],
  ["many globstars with a literal", `${"**/a/".repeat(12)}**/b/**/a`],
  ["many globstars with stars around a literal", `${"**/*a*/".repeat(10)}**/b/**/*a`],
  ["many stars in a segment", `**/${"*a".repeat(20)}/**/a`],
];

/** What one test of a deep path takes, by its depth: four times as deep, at most about four times as long. */
export async function run(): Promise<void> {
  process.stdout.write(
    `a path of n segments that does not match, least of ${ROUNDS} rounds, in ms (beside it per 1,000 segments)\n\n`,
  );
  process.stdout.write(
    `| pattern | ${SEGMENTS.map((n) => `n = ${n}`).join(" | ")} |\n|---|${"---|".repeat(SEGMENTS.length)}\n`,
  );
  for (const [what, pattern] of hostile) {
    const isProtected = createProtection({ protectedTools: [], protectedPaths: [pattern] }, "/project");
    const cells = SEGMENTS.map((segments) => {
      const path = Array.from({ length: segments }, () => "a").join("/");
      const ms = Math.min(...Array.from({ length: ROUNDS }, () => time(() => isProtected("read", { path }))));
      return `${ms.toFixed(2)} (${((ms * 1000) / segments).toFixed(2)})`;
    });
    process.stdout.write(`| ${[what, ...cells].join(" | ")} |\n`);
  }
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
