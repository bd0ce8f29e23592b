import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The small shop that the demo's model works on: one rounding bug, and enough text to read. */
export function writeProject(folder: string): void {
  for (const [path, text] of Object.entries(files())) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The line that is wrong, and what makes it right. */
export const BUG = {
  path: "src/money.mjs",
  oldText: "return Math.floor(cents);",
  newText: "return Math.round(cents);",
};

const files = (): Readonly<Record<string, string>> => ({
  "package.json": `${JSON.stringify({ name: "corner-shop", type: "module", private: true }, null, 2)}\n`,
  "README.md": "# Corner shop\n\nPrices are whole cents. Run the tests with `node --test`.\n",
  "docs/pricing.md": pricing(),
  "data/catalog.json": `${JSON.stringify(catalog(), null, 2)}\n`,
  "src/money.mjs": `/** Rounds half cents up. */\nexport function toCents(cents) {\n  ${BUG.oldText}\n}\n\nexport const format = (cents) => (cents / 100).toFixed(2);\n`,
  "src/cart.mjs": cart(),
  "test/cart.test.mjs": tests(),
});

function pricing(): string {
  const rules = Array.from({ length: 120 }, (_, at) => {
    const percent = (at * 7) % 40;
    return `${at + 1}. Rule P-${1000 + at}: from ${at + 2} items of one kind, ${percent} % off the line, rounded to whole cents.`;
  });
  return `# Pricing rules\n\nHalf cents are rounded up, always per line and never on the sum.\n\n${rules.join("\n")}\n`;
}

const catalog = () =>
  Array.from({ length: 240 }, (_, at) => ({
    sku: `SKU-${String(at).padStart(4, "0")}`,
    name: `${["Green", "Round", "Small", "Heavy", "Plain"][at % 5]} ${["teapot", "lamp", "basket", "clock"][at % 4]} no. ${at}`,
    cents: 199 + ((at * 37) % 4000),
    shelf: `${"ABCDEFGH"[at % 8]}${(at % 30) + 1}`,
  }));

function cart(): string {
  const helpers = Array.from(
    { length: 30 },
    (_, at) =>
      `export const rule${1000 + at} = { id: "P-${1000 + at}", from: ${at + 2}, percent: ${(at * 7) % 40} };`,
  );
  return `import { toCents } from "./money.mjs";

export function lineTotal(line) {
  const full = line.cents * line.count;
  return toCents(full - (full * (line.percent ?? 0)) / 100);
}

export const total = (lines) => lines.reduce((sum, line) => sum + lineTotal(line), 0);

${helpers.join("\n")}
`;
}

function tests(): string {
  const cases = Array.from({ length: 60 }, (_, at) => {
    const cents = 200 + at * 10;
    return `test("line ${at}: ${cents} cents, ten percent off", () => assert.equal(lineTotal({ cents: ${cents}, count: 1, percent: 10 }), ${cents - cents / 10}));`;
  });
  return `import assert from "node:assert/strict";
import test from "node:test";
import { lineTotal } from "../src/cart.mjs";

${cases.join("\n")}
test("rounds half cents up", () => assert.equal(lineTotal({ cents: 245, count: 1, percent: 10 }), 221));
`;
}
