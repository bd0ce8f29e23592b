import { type Scenario, shell } from "../scenario.ts";

export const packageScenarios: readonly Scenario[] = [
  shell("npm-install", "npm install --no-audit --no-fund is-odd@3", {
    files: { "package.json": '{"name":"app","version":"1.0.0"}' },
    facts: { counts: ["added 2 packages"] },
  }),
  shell("npm-missing-package", "npm install @no-such-scope-here/never-published-7f3a", {
    files: { "package.json": '{"name":"app","version":"1.0.0"}' },
    facts: { outcome: "exit 1", errors: ["E404", "@no-such-scope-here/never-published-7f3a"] },
  }),
  shell("npm-missing-script", "npm run deploy", {
    files: {
      "package.json": '{"name":"app","version":"1.0.0","scripts":{"build":"echo built","test":"echo ok"}}',
    },
    facts: { outcome: "exit 1", errors: ['Missing script: "deploy"'] },
  }),
  shell("npm-script-fails", "npm test", {
    files: {
      "package.json": '{"name":"app","version":"1.0.0","scripts":{"test":"node check.js"}}',
      "check.js":
        'for (let i = 0; i < 12; i++) console.log("checked file", i);\nconsole.error("Error: 3 files are not formatted: src/a.ts, src/b.ts, src/c.ts");\nprocess.exit(4);\n',
    },
    facts: {
      outcome: "exit 4",
      errors: ["Error: 3 files are not formatted: src/a.ts, src/b.ts, src/c.ts"],
      counts: ["3 files are not formatted"],
    },
  }),
  shell("npm-ls", "npm ls --all", {
    files: { "package.json": '{"name":"app","version":"1.0.0"}' },
    before: ["npm install --no-audit --no-fund is-odd@3 semver@7 >/dev/null 2>&1"],
    facts: { counts: ["is-odd@3", "semver@7"] },
  }),
  shell("pip-missing", "python3 -m pip install --no-cache-dir never-published-package-7f3a 2>&1", {
    facts: { outcome: "exit 1", errors: ["No matching distribution found for never-published-package-7f3a"] },
  }),
  shell("pip-list", "python3 -m pip list 2>/dev/null | head -30", { facts: { errors: ["Package"] } }),
  shell("cargo-add-missing", "cargo build --offline", {
    files: {
      "Cargo.toml":
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nnever-published-crate-7f3a = "9"\n',
      "src/main.rs": "fn main() {}\n",
    },
    facts: { outcome: "exit 101", errors: ["never-published-crate-7f3a"] },
  }),
];
