import { type Scenario, shell } from "../scenario.ts";

const tsc = "node {repository}/node_modules/typescript/bin/tsc";
const config =
  '{"compilerOptions":{"strict":true,"noEmit":true,"target":"es2022","types":[],"lib":["es2022"]}}';
const typed = `interface Order { id: string; total: number }
export function show(order: Order): string { return order.totl.toFixed(2); }
const first: Order = { id: 12, total: "9" };
export const ids = [first].map((o) => o.id.toUpperCas());
function unused(a, b) { return a + b; }
show({ id: "x" });
show("x");
`;
const cFile = `#include <stdio.h>
struct node { int value; struct node *next; };
int length(struct node *n) { int count; while (n) { count++; n = n->nxt; } return count; }
int main(void) { printf("%s\\n", length(NULL)); undeclared_call(3); return 0 }
`;
const cppFile = `#include <map>
#include <string>
#include <vector>
struct Key { int id; };
int main() { std::map<Key, std::string> names; names[Key{1}] = "a"; std::vector<int> v = "no"; return v.size(); }
`;
const rust = {
  "Cargo.toml": '[package]\nname = "parser"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/main.rs": `fn longest(a: &str, b: &str) -> &str { if a.len() > b.len() { a } else { b } }
fn main() {
    let name = String::from("x");
    let moved = name;
    println!("{} {}", name, longest("a", "bb"));
    let n: u32 = "12";
    missing_function(n);
}
`,
};
const rustWarn = {
  "Cargo.toml": '[package]\nname = "warny"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/main.rs":
    'use std::collections::HashMap;\nfn helper() {}\nfn main() { let unused_total = 3; let mut n = 4; println!("{}", n); }\n',
};
const javaFile = `import java.util.*;
public class Stock {
  private final Map<String, Integer> items = new HashMap<>();
  public int count(String name) { return items.get(nme); }
  public void add(String name, int n) { items.put(name, "n"); }
  public static void main(String[] args) { new Stock().remove("x") }
}
`;
const eslintConfig = `module.exports = [{ files: ["**/*.js"], rules: { "no-undef": "error", "no-unused-vars": "warn", eqeqeq: "error" } }];\n`;

export const buildScenarios: readonly Scenario[] = [
  shell("tsc-errors", `${tsc} -p .`, {
    files: { "tsconfig.json": config, "src/order.ts": typed },
    facts: {
      outcome: "exit 1",
      errors: [
        "src/order.ts(2,59) … TS2551",
        "TS2322 … Type 'number' is not assignable to type 'string'",
        "TS2322 … Type 'string' is not assignable to type 'number'",
        "TS2551 … toUpperCas",
        "TS7006 … Parameter 'a' implicitly has an 'any' type",
        "src/order.ts(6,6) … TS2741",
        "(7,6 … TS2345",
      ],
      paths: ["src/order.ts"],
    },
  }),
  shell("tsc-many", `${tsc} -p .`, {
    files: {
      "tsconfig.json": config,
      ...Object.fromEntries(
        Array.from({ length: 6 }, (_, i) => [
          `src/module-${i}.ts`,
          Array.from({ length: 6 }, (_, j) => `export const value${j}: number = "text ${j}";\n`).join(""),
        ]),
      ),
    },
    facts: {
      outcome: "exit 1",
      errors: Array.from({ length: 6 }, (_, i) => `src/module-${i}.ts(1,14) … TS2322 … 2,14 … 6,14`),
      paths: Array.from({ length: 6 }, (_, i) => `src/module-${i}.ts`),
    },
  }),
  shell("gcc-errors", "gcc -Wall -o list list.c", {
    files: { "list.c": cFile },
    facts: {
      outcome: "exit 1",
      errors: [
        "list.c:3:69: error: 'struct node' has no member named 'nxt'"
          .replaceAll("'", "‘")
          .replace("‘ has", "’ has")
          .replace("nxt‘", "nxt’"),
        "list.c:4 … expected ‘;’ before ‘}’ token",
      ],
    },
  }),
  shell("gpp-errors", "g++ -std=c++17 -o keys keys.cpp", {
    files: { "keys.cpp": cppFile },
    facts: {
      outcome: "exit 1",
      errors: ["no match for ‘operator<’", "keys.cpp:5 … conversion from ‘const char"],
    },
  }),
  shell("link-error", "gcc -o app main.c", {
    files: { "main.c": "int compute_totals(int);\nint main(void) { return compute_totals(3); }\n" },
    facts: {
      outcome: "exit 1",
      errors: ["undefined reference to `compute_totals'", "ld returned 1 exit status"],
    },
  }),
  shell("make-fail", "make", {
    files: {
      Makefile:
        'all: prepare app\nprepare:\n\t@for i in 1 2 3 4 5 6 7 8 9 10; do echo "generating part $$i"; done\napp: app.c\n\tgcc -c app.c\n',
      "app.c": "int main(void) { return settings.port; }\n",
    },
    facts: {
      outcome: "exit 2",
      errors: ["app.c:1:25: error: ‘settings’ undeclared", "make: *** [Makefile:5: app] Error 1"],
    },
  }),
  shell("cargo-build-errors", "cargo build --offline", {
    files: rust,
    facts: {
      outcome: "exit 101",
      counts: ["could not compile `parser`"],
      errors: [
        "error[E0106]: missing lifetime specifier … src/main.rs:1:33",
        "error[E0425]: cannot find function `missing_function` … src/main.rs:7:5",
      ],
    },
  }),
  shell("cargo-warnings", "cargo build --offline", {
    files: rustWarn,
    facts: { counts: ["generated 4 warnings", "Finished `dev` profile"] },
  }),
  shell("cargo-panic", "cargo run --offline -q", {
    files: {
      "Cargo.toml": '[package]\nname = "boom"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/main.rs":
        'fn main() { for i in 0..20 { println!("processing batch {i}"); } let v: Vec<u8> = vec![]; println!("{}", v[3]); }\n',
    },
    facts: {
      outcome: "exit 101",
      errors: ["src/main.rs:1 … index out of bounds: the len is 0 but the index is 3"],
    },
  }),
  shell("javac-errors", "javac Stock.java", {
    files: { "Stock.java": javaFile },
    facts: { outcome: "exit 1", counts: ["1 error"], errors: ["Stock.java:6: error: ';' expected"] },
  }),
  shell("java-exception", "java Crash.java", {
    files: {
      "Crash.java": `public class Crash {
  static int depth(int n) { if (n == 0) throw new IllegalStateException("cache is closed: orders-2"); return depth(n - 1); }
  public static void main(String[] a) { System.out.println("starting"); depth(15); }
}
`,
    },
    facts: { outcome: "exit 1", errors: ["IllegalStateException: cache is closed: orders-2"] },
  }),
  shell("python-traceback", "python3 report.py", {
    files: {
      "report.py": `import json
def load(name):
    return json.loads(name)
def rows(data):
    return [load(item) for item in data]
for i in range(15):
    print("loading page", i)
print(rows(["{}", "{broken"]))
`,
    },
    facts: {
      outcome: "exit 1",
      errors: [
        "json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
      ],
      paths: ["report.py"],
    },
  }),
  shell("node-exception", "node app.js", {
    files: {
      "app.js": `const config = JSON.parse('{"db": null}');\nfunction connect(c) { return c.db.host; }\nfor (let i = 0; i < 10; i++) console.log("warming worker", i);\nconnect(config);\n`,
    },
    facts: {
      outcome: "exit 1",
      errors: ["TypeError: Cannot read properties of null (reading 'host')", "app.js:2"],
    },
  }),
  shell("eslint", "npx eslint .", {
    files: {
      "package.json": '{"name":"lint"}',
      "eslint.config.js": eslintConfig,
      "src/pay.js": "function pay(a) { if (a == 1) { total = fee; } }\nvar spare = 3;\n",
      "src/ship.js": "const rate = getRate();\nif (rate == null) process.exit(1);\n",
    },
    before: ["npm install --no-audit --no-fund eslint@9 >/dev/null 2>&1"],
    facts: {
      outcome: "exit 1",
      counts: ["problems ("],
      errors: [
        "src/pay.js … 1:25 … eqeqeq",
        "1:33 … 'total' is not defined",
        "src/ship.js … 'getRate' is not defined",
      ],
    },
  }),
  shell("biome", "node {repository}/node_modules/@biomejs/biome/bin/biome check src", {
    files: {
      "src/a.js": "var x = 1\nif (x == 2) debugger\n",
      "src/b.js": "export const list = [1,2,3].map((n) => { return n*2 })\n",
    },
    facts: {
      outcome: "exit 1",
      counts: ["Checked 2 files", "errors."],
      errors: ["src/a.js:2:7 lint/suspicious/noDoubleEquals", "src/a.js:2:13 lint/suspicious/noDebugger"],
    },
  }),
];
