/** Prints rows under a heading, columns aligned; the first row names the columns. */
export function printTable(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) => row.map(String));
  const widths =
    texts[0]?.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? "").length))) ?? [];
  const line = (row: readonly string[]) =>
    row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ");
  process.stdout.write(`\n${title}\n${texts.map((row) => `  ${line(row).trimEnd()}`).join("\n")}\n`);
}

export const percent = (part: number, whole: number, digits = 1): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(digits)} %`;

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
