import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalog } from "../../src/settings/catalog.ts";
import { settingsTable } from "../../src/settings/settings-table.ts";

const file = fileURLToPath(new URL("../../doc/settings.md", import.meta.url));

it("doc/settings.md has the table of the schema", async () => {
  const page = readFileSync(file, "utf8");
  const withTable = page.replace(
    /(<!-- The table is generated .*-->\n)[\s\S]*?(<!-- end of the table -->)/,
    (_, start: string, end: string) => `${start}\n${settingsTable()}\n\n${end}`,
  );
  expect(withTable).toContain(settingsTable());
  await expect(withTable).toMatchFileSnapshot(file);
});

it("has one row per setting, whatever stands in its cells", () => {
  const rows = settingsTable().split("\n").slice(2);
  expect(rows).toHaveLength(catalog.length);
  expect(rows.filter((row) => row.split(/(?<!\\)\|/).length !== 7)).toEqual([]);
});
