import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultSettings, getSetting } from "../src/settings/settings.ts";
import { entriesPage } from "./support/entries-page.ts";

const root = resolve(import.meta.dirname, "..");
const pages = ["README.md", "PRUNING.md", "CONTRIBUTING.md", "CHANGELOG.md"];

it("documents every session entry", async () => {
  await expect(entriesPage()).toMatchFileSnapshot("../doc/entries.md");
});

describe.each(pages)("%s", (page) => {
  const text = readFileSync(resolve(root, page), "utf8");

  it("names files and folders that exist", () => {
    const paths = [...text.matchAll(/`((?:src|test|doc|\.ci)\/[\w./-]*)`/g)].map(([, path = ""]) => path);
    const links = [...text.matchAll(/\]\(((?!https?:)[^)#]+)\)/g)].map(([, path = ""]) => path);
    expect([...paths, ...links].filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  });

  it("says nothing about where or by whom it was written", () => {
    expect(text).not.toMatch(/\/work\/|\/tmp\/|\bagent session\b|issue #?\d/i);
  });
});

it("shows the true defaults of the settings that README explains", () => {
  const rows = readFileSync(resolve(root, "README.md"), "utf8").matchAll(/^\| `(\w+)` \| `(.+?)` \|/gm);
  const shown = [...rows].map(([, name = "", value = ""]) => [name, JSON.parse(value)]);
  expect(shown.length).toBe(5);
  expect(shown).toEqual(shown.map(([name]) => [name, getSetting(defaultSettings, name)]));
});
