import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const src = resolve(import.meta.dirname, "../src");
const core = [
  "model",
  "ports",
  "settings",
  "digest",
  "economics",
  "summary",
  "state",
  "capture",
  "recovery",
  "chain",
];

/** Each folder (or top-level file) may import itself and what is listed. */
const layers: Readonly<Record<string, readonly string[]>> = {
  model: [],
  ports: ["model"],
  settings: ["model"],
  digest: ["model"],
  economics: ["model", "settings"],
  summary: ["model", "ports", "settings", "digest"],
  state: ["model", "ports"],
  capture: ["model", "settings", "state"],
  recovery: ["model", "ports", "state"],
  chain: ["model", "ports", "settings", "state", "summary", "digest", "capture"],
  render: ["model", "state", "chain"],
  flush: [...core, "render"],
  savings: ["model", "economics", "state", "capture", "render"],
  session: ["model", "ports", "settings", "economics", "flush", "render", "state"],
  pruner: [...core, "flush", "render", "session"],
  host: ["model", "ports", "settings", "state", "recovery", "savings"],
  ui: [
    "model",
    "ports",
    "settings",
    "state",
    "flush",
    "recovery",
    "economics",
    "capture",
    "chain",
    "savings",
  ],
  writer: [...core, "flush", "host"],
  flusher: [...core, "flush", "pruner", "writer", "host"],
  observer: [...core, "flush", "pruner", "host", "ui"],
  "after-run": [],
  runtime: [...core, "after-run", "flush", "render", "pruner", "flusher", "host", "ui", "observer"],
  "pruner-command": ["settings", "host", "ui", "savings", "runtime"],
  index: ["model", "host", "ui", "runtime", "pruner-command"],
};
const pure = new Set([...core, "flush", "render", "savings", "session", "pruner"]);

/** Packages that core folders may use at run time, and where. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  "@sinclair/typebox": ["model/entries.ts", "settings/"],
  "@sinclair/typebox/value": ["settings/"],
  diff: ["digest/line-diff.ts"],
  minimatch: ["settings/protection.ts"],
  "node:crypto": ["model/hash.ts"],
};

interface Import {
  readonly from: string;
  readonly isType: boolean;
}

function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from "([^"]+)"/gms);
  const imports = [...statements].map(([, type, from = ""]) => ({ from, isType: type !== undefined }));
  const sideEffects = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, from = ""]) => ({
    from,
    isType: false,
  }));
  return [...imports, ...sideEffects];
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const layerOf = (file: string) => (file.includes("/") ? (file.split("/")[0] ?? "") : file.replace(".ts", ""));
const isAllowed = (file: string, from: string) =>
  allowedPackages[from]?.some((place) => file.startsWith(place)) === true;

describe.each(files)("src/%s", (file) => {
  const text = readFileSync(join(src, file), "utf8");
  const imports = importsOf(text);
  const layer = layerOf(file);

  it("imports only what its layer allows", () => {
    const targets = imports
      .filter(({ from }) => from.startsWith("."))
      .map(({ from }) => layerOf(relative(src, resolve(src, dirname(file), from))));
    expect(targets.filter((target) => target !== layer && !layers[layer]?.includes(target))).toEqual([]);
  });

  it("stays small", () => {
    expect(text.split("\n").length).toBeLessThanOrEqual(250);
  });

  it("reaches the host, the disk and the clock only where the shell does", () => {
    if (!pure.has(layer)) return;
    const packages = imports
      .filter(({ from, isType }) => !from.startsWith(".") && !isType)
      .map(({ from }) => from);
    expect(packages.filter((from) => !isAllowed(file, from))).toEqual([]);
    expect(text).not.toMatch(/\bDate\.now\(\)|new Date\(\)|Math\.random\(|performance\.now\(|process\.env/);
  });
});

it("lists every folder and top-level file", () => {
  expect([...new Set(files.map(layerOf))].filter((layer) => !layers[layer])).toEqual([]);
});
