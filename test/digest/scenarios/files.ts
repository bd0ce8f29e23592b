import type { Scenario } from "../scenario.ts";
import { shell } from "../scenario.ts";

const component = `import { EventEmitter } from "node:events";
import type { Account, Transfer } from "./types.ts";

export const MAX_BATCH = 250;
const RETRY_DELAYS = [100, 400, 1600];

/** Moves money between accounts. */
export class TransferQueue extends EventEmitter {
  private readonly pending = new Map<string, Transfer>();

  constructor(private readonly ledger: Account[]) { super(); }

  enqueue(transfer: Transfer): void {
${Array.from({ length: 25 }, (_, i) => `    // validation step ${i} of the transfer`).join("\n")}
    this.pending.set(transfer.id, transfer);
  }

  async settleAll(): Promise<number> {
${Array.from({ length: 40 }, (_, i) => `    // settle part ${i}`).join("\n")}
    return this.pending.size;
  }
}

export function createQueue(accounts: Account[]): TransferQueue { return new TransferQueue(accounts); }
`;
const folders = ["api", "core", "ui/forms", "ui/layout"];
const many = Object.fromEntries(
  folders.flatMap((folder) =>
    Array.from({ length: 9 }, (_, i) => [
      `src/${folder}/part-${i}.ts`,
      `export const fetchAccount${i} = () => "${folder}";\nfetchAccount${i}();\n`,
    ]),
  ),
);
const guide = ["# Operating the relay", "", "Version 3.4, for operators.", ""]
  .concat(
    Array.from({ length: 8 }, (_, i) => [
      `## Step ${i + 1}: rotate key ${i}`,
      "",
      `Run \`relayctl rotate --slot ${i}\`. ${"It takes a while. ".repeat(12)}`,
      "",
    ]).flat(),
  )
  .join("\n");

export const fileScenarios: readonly Scenario[] = [
  {
    name: "read-code",
    tool: "read",
    files: { "src/transfer-queue.ts": component },
    args: { path: "src/transfer-queue.ts" },
    facts: { errors: ["TransferQueue:8", "enqueue:13", "settleAll", "createQueue", "MAX_BATCH"] },
  },
  {
    name: "read-markdown",
    tool: "read",
    files: { "docs/relay.md": guide },
    args: { path: "docs/relay.md" },
    facts: { errors: ["Operating the relay", "Step 1: rotate key 0", "Step 8: rotate key 7"] },
  },
  {
    name: "read-json",
    tool: "read",
    files: {
      "package.json": JSON.stringify(
        {
          name: "relay",
          version: "3.4.1",
          scripts: { build: "tsc", test: "vitest" },
          dependencies: Object.fromEntries(
            Array.from({ length: 30 }, (_, i) => [`library-${i}`, `^${i}.2.0`]),
          ),
        },
        null,
        2,
      ),
    },
    args: { path: "package.json" },
    facts: { counts: ["relay", "3.4.1"], errors: ["scripts", "dependencies"] },
  },
  {
    name: "read-csv",
    tool: "read",
    files: {
      "data/rates.csv": `currency,rate,updated\n${Array.from({ length: 120 }, (_, i) => `C${i},${(i * 1.37).toFixed(3)},2026-02-${10 + (i % 18)}`).join("\n")}\n`,
    },
    args: { path: "data/rates.csv" },
    facts: { errors: ["currency,rate,updated"] },
  },
  {
    name: "read-truncated",
    tool: "read",
    files: { "big.log": Array.from({ length: 2600 }, (_, i) => `entry ${i}`).join("\n") },
    args: { path: "big.log", limit: 60 },
    facts: { counts: ["2540 more lines in file. Use offset=61 to continue"] },
  },
  {
    name: "read-missing",
    tool: "read",
    args: { path: "src/nowhere.ts" },
    facts: { outcome: "error", errors: ["ENOENT: no such file or directory … src/nowhere.ts"] },
  },
  {
    name: "bash-truncated",
    files: {},
    args: { command: "seq 1 4000 | sed 's/^/record number /'" },
    facts: { counts: ["Showing lines 2002-4001 of 4001", "Full output: "], errors: ["record number 4000"] },
  },
  shell("grep-numbers", "grep -rn 'fetchAccount[0-3]\\b' src | sort", {
    files: many,
    facts: {
      counts: ["32 matches in 16 files"],
      paths: ["src/api/part-0.ts", "src/ui/layout/part-3.ts", "src/core/part-2.ts"],
    },
  }),
  shell("grep-one-file", "grep -n 'settle' src/transfer-queue.ts", {
    files: { "src/transfer-queue.ts": component },
    facts: { counts: ["41 matches in 1 file"], errors: ["settleAll"] },
  }),
  shell("grep-list", "grep -rl 'fetchAccount7' src | sort", {
    files: many,
    facts: {
      paths: ["src/api/part-7.ts", "src/core/part-7.ts", "src/ui/forms/part-7.ts", "src/ui/layout/part-7.ts"],
    },
  }),
  shell("grep-nothing", "grep -rn 'noSuchIdentifier' src", { files: many, facts: { outcome: "exit 1" } }),
  {
    name: "pi-grep",
    tool: "grep",
    args: { pattern: "fetchAccount5", path: "src", context: 1 },
    text: folders
      .map(
        (folder) =>
          `${folder}/part-5.ts:1: export const fetchAccount5 = () => "${folder}";\n${folder}/part-5.ts-2- fetchAccount5();`,
      )
      .join("\n"),
    facts: {
      counts: ["in 4 files"],
      paths: ["api/part-5.ts", "core/part-5.ts", "ui/forms/part-5.ts", "ui/layout/part-5.ts"],
    },
  },
  {
    name: "pi-find",
    tool: "find",
    args: { pattern: "**/*.ts", path: "." },
    text: Object.keys(many).join("\n"),
    facts: {
      counts: ["36 entries: 36 .ts"],
      paths: ["src/api/part-0.ts", "src/ui/layout/part-8.ts", "src/core/part-4.ts"],
    },
  },
  {
    name: "pi-ls",
    tool: "ls",
    files: many,
    args: { path: "src/api" },
    facts: { paths: ["part-0.ts", "part-8.ts"] },
  },
  shell("find-files", "find . -name '*.ts' | sort", {
    files: many,
    facts: { counts: ["36 entries: 36 .ts"], paths: ["src/api/part-0.ts", "src/ui/forms/part-8.ts"] },
  }),
  shell("ls-long", "ls -la src/core", { files: many, facts: { paths: ["part-0.ts", "part-8.ts"] } }),
  shell("ls-recursive", "ls -R src", {
    files: many,
    facts: { paths: ["src/ui/forms/part-0.ts", "src/api/part-8.ts"] },
  }),
  shell("wc", "wc -l src/*/*.ts | sort -n", { files: many, facts: { counts: ["36 total"] } }),
  {
    name: "pi-edit",
    tool: "edit",
    files: { "src/a.ts": "const limit = 5;\n" },
    args: { path: "src/a.ts", edits: [{ oldText: "5", newText: "7" }] },
    facts: { counts: ["Successfully replaced 1 block(s)"], paths: ["src/a.ts"] },
  },
  {
    name: "pi-edit-fails",
    tool: "edit",
    files: { "src/a.ts": "const limit = 5;\n" },
    args: { path: "src/a.ts", edits: [{ oldText: "const missing = 1;", newText: "x" }] },
    facts: {
      outcome: "error",
      errors: [
        "Could not find the exact text in src/a.ts. The old text must match exactly including all whitespace and newlines.",
      ],
    },
  },
  {
    name: "pi-write",
    tool: "write",
    args: { path: "src/new.ts", content: "export {};\n" },
    facts: { counts: ["Successfully wrote 11 bytes"], paths: ["src/new.ts"] },
  },
];
