import { expect, it } from "vitest";
import { digestCall } from "../../src/digest/digest.ts";
import { fixtures } from "./fixture.ts";

// A budget that leaves room: what each kind makes of an output, whole.
const budget = { share: 0.3, maxTokens: 400, minTokens: 120 };
const byName = new Map(fixtures().map(({ name, call }) => [name, call]));

function digest(name: string): string {
  const call = byName.get(name);
  if (call === undefined) throw new Error(`no output ${name}`);
  return digestCall(call, budget);
}

it("grep: how many matches, where, and the first of them", () => {
  expect(digest("grep-numbers")).toMatchInlineSnapshot(`
    "32 matches in 16 files
    src/api/{part-0.ts:1,2 part-1.ts:1,2 part-2.ts:1,2 part-3.ts:1,2}
    src/core/{part-0.ts:1,2 part-1.ts:1,2 part-2.ts:1,2 part-3.ts:1,2}
    src/ui/forms/{part-0.ts:1,2 part-1.ts:1,2 part-2.ts:1,2 part-3.ts:1,2}
    src/ui/layout/{part-0.ts:1,2 part-1.ts:1,2 part-2.ts:1,2 part-3.ts:1,2}
    paths: ui/{forms layout}
    names: fetchAccount0 fetchAccount1 fetchAccount2 fetchAccount3"
  `);
});

it("a listing: how many of what, each folder once", () => {
  expect(digest("ls-recursive")).toMatchInlineSnapshot(`
    "41 entries: 36 .ts
    src/: api core ui
    src/api/: part-{0..8}.ts
    src/core/: part-{0..8}.ts
    src/ui/: forms layout
    src/ui/forms/: part-{0..8}.ts
    src/ui/layout/: part-{0..8}.ts"
  `);
});

it("git status: what happened to which paths", () => {
  expect(digest("git-status")).toMatchInlineSnapshot(`
    "On branch main
    new file (staged): src/retry.ts
    deleted: docs/guide.md
    modified: src/{router.ts server.ts}
    untracked: .env.local"
  `);
});

it("git log: one line per commit", () => {
  expect(digest("git-log")).toMatchInlineSnapshot(`
    "efec14f71 Feb 4 2026 docs: a guide for operators
    4dd1deae4 Feb 3 2026 router: knows its routes
    fdead8c63 Feb 2 2026 server: listens on a port
    4fba1e545 Feb 1 2026 docs: a first readme"
  `);
});

it("a diff: how much changed where", () => {
  expect(digest("git-diff")).toMatchInlineSnapshot(`
    "4 files changed
    docs/guide.md (deleted) +0 -12
    src/retry.ts +1 -0
    @@ -0,0 +1 @@
    +export const retryLimit = 5;
    src/router.ts +1 -1
    -  // route 5
    +  // addRoute("/health")
    src/server.ts +2 -2
    +  // openSocket(port)
    +  // closeIdleConnections()
    names: 23bdfad listen"
  `);
});

it("JSON: its shape and the values that identify", () => {
  expect(digest("mcp-json")).toMatchInlineSnapshot(`
    "{total_count: 41, items: [20 × {number, title, state, url, body}]}
    items[0]: number=900 title=Session 0 is dropped after rotation state=open url=https://git.example.org/relay/issues/900
    items[1]: number=901 title=Session 1 is dropped after rotation state=closed url=https://git.example.org/relay/issues/901
    items[2]: number=902 title=Session 2 is dropped after rotation state=open url=https://git.example.org/relay/issues/902
    items[3]: number=903 title=Session 3 is dropped after rotation state=closed url=https://git.example.org/relay/issues/903"
  `);
});

it("a page: its head, its headings, how its sections begin", () => {
  expect(digest("web-fetch")).toMatchInlineSnapshot(`
    "URL: https://docs.example.org/relay/configuration
    Content-Type: text/markdown
    Status: 200
    # Relay configuration
    **Version:** 3.4
    **Updated:** 2026-01-30
    ## relay.option0
    Sets the limit number 0 of the relay.
    ## relay.option1
    Sets the limit number 1 of the relay.
    ## relay.option2
    Sets the limit number 2 of the relay.
    ## relay.option3
    Sets the limit number 3 of the relay.
    ## relay.option4
    ## relay.option5
    ## relay.option6
    ## relay.option7
    ## relay.option8
    ## relay.option9"
  `);
});

it("search results: all titles and addresses", () => {
  expect(digest("web-search")).toMatchInlineSnapshot(`
    "[1] Rotating keys in relay 0 - Operators' forum
    https://forum.example.org/t/rotating-keys-4400
    [2] Rotating keys in relay 1 - Operators' forum
    https://forum.example.org/t/rotating-keys-4401
    [3] Rotating keys in relay 2 - Operators' forum
    https://forum.example.org/t/rotating-keys-4402
    [4] Rotating keys in relay 3 - Operators' forum
    https://forum.example.org/t/rotating-keys-4403
    [5] Rotating keys in relay 4 - Operators' forum
    https://forum.example.org/t/rotating-keys-4404
    [6] Rotating keys in relay 5 - Operators' forum
    https://forum.example.org/t/rotating-keys-4405
    [7] Rotating keys in relay 6 - Operators' forum
    https://forum.example.org/t/rotating-keys-4406
    [8] Rotating keys in relay 7 - Operators' forum
    https://forum.example.org/t/rotating-keys-4407"
  `);
});

it("a table: its columns and its length", () => {
  expect(digest("read-csv")).toMatchInlineSnapshot(`
    "120 rows
    currency,rate,updated
    C0,0.000,2026-02-10
    C1,1.370,2026-02-11
    C119,163.030,2026-02-21
    names: C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22"
  `);
});

it("a log: its ends, its failures, and what it mostly says", () => {
  expect(digest("app-log")).toMatchInlineSnapshot(`
    "2026-02-03T10:00:00.731000 INFO [worker-0] handled request id=0 in 0ms (×150)
    2026-02-03T10:00:36.550000 WARN [worker-3] queue length 147 above limit 100 (×3)
    2026-02-03T10:00:44.591000 ERROR [worker-1] payment 8841 failed: card declined (code 51)
    2026-02-03T10:01:28.451000 ERROR [worker-2] cannot reach ledger.internal:5432: connection refused
    2026-02-03T10:01:49.650000 WARN [worker-3] queue length 447 above limit 100"
  `);
});

it("code: what it defines, with lines", () => {
  expect(digest("read-code")).toMatchInlineSnapshot(`
    "paths: ./types.ts
    defines: TransferQueue:8 enqueue:13 settleAll:42 createQueue:87
    names: EventEmitter MAX_BATCH RETRY_DELAYS"
  `);
});

it("prose: its headings, with lines", () => {
  expect(digest("read-markdown")).toMatchInlineSnapshot(`
    "1 # Operating the relay
    5 ## Step 1: rotate key 0
    9 ## Step 2: rotate key 1
    13 ## Step 3: rotate key 2
    17 ## Step 4: rotate key 3
    21 ## Step 5: rotate key 4
    25 ## Step 6: rotate key 5
    29 ## Step 7: rotate key 6
    33 ## Step 8: rotate key 7"
  `);
});

it("a test run: the counts, the failing tests, the reasons", () => {
  expect(digest("jest-fail")).toMatchInlineSnapshot(`
    "FAIL ./math.test.js
    ✓ sums case 1 (×5)
    parsePrice
    ● math › refuses to divide by zero
      divide(1, 0) did not throw
    ● math › parsePrice › reads thousands separators
      expected 1299.5 but got NaN
    Test Suites: 1 failed, 1 total
    Tests:       2 failed, 14 passed, 16 total
    Snapshots:   0 total
    Time:        1.58 s
    Ran all test suites.
    names: Error"
  `);
});

it("a build: each error with its place", () => {
  expect(digest("cargo-build-errors")).toMatchInlineSnapshot(`
    "error[E0106]: missing lifetime specifier (src/main.rs:1:33)
    |               ----     ----     ^ expected named lifetime parameter
    error[E0308]: mismatched types (src/main.rs:6:18)
    |            ---   ^^^^ expected \`u32\`, found \`&str\`
    |            expected due to this
    error[E0425]: cannot find function \`missing_function\` in this scope (src/main.rs:7:5)
    |     ^^^^^^^^^^^^^^^^ not found in this scope
    Some errors have detailed explanations: E0106, E0308, E0425.
    For more information about an error, try \`rustc --explain E0106\`.
    error: could not compile \`parser\` (bin "parser") due to 3 previous errors"
  `);
});

it("encoded data: that it is", () => {
  expect(digest("base64")).toMatchInlineSnapshot(
    `"encoded or minified data, begins: H4sIAAAAAAAAAyXbSWLjsBIE0T1PwwxwAO9/MWWU9tAfEG6L9VjOwbGO67iP53iPfXxHziM5wpF1"`,
  );
});
