import { describe, expect, it } from "vitest";
import { digestCall } from "../../src/digest/digest.ts";
import { buildKnowledge } from "../../src/digest/knowledge.ts";
import { lineDiff } from "../../src/digest/line-diff.ts";
import { DEFAULT_BUDGET } from "../../src/digest/types.ts";
import { tokenWeight } from "../../src/model/tokens.ts";
import { call, numbered } from "./call.ts";

const word = (i: number) =>
  `${"abcdefghijklmnopqrst"[i % 20]}${"aeiou"[i % 5]}${"bdfgklmnprst"[i % 12]}er`.repeat(2);
const digest = (...given: Parameters<typeof call>) => digestCall(call(...given), DEFAULT_BUDGET);

describe("a digest", () => {
  it("has nothing to say about an empty result", () => {
    expect(digest("")).toBe("");
    expect(digest("\n \n")).toBe("");
  });

  it("leaves the exit code to the stub's header", () => {
    expect(digest("disk full\n\n\nCommand exited with code 3", { isError: true })).toBe("disk full");
  });

  it("keeps the host's own remark about the rest of the text, last", () => {
    const text = `${numbered(300, (i) => `row ${i}`).join("\n")}\n\n[Showing lines 2001-2300 of 2300. Full output: /tmp/pi-bash-1f.log]`;
    expect(digest(text).split("\n").at(-1)).toBe(
      "[Showing lines 2001-2300 of 2300. Full output: /tmp/pi-bash-1f.log]",
    );
  });

  it("keeps a long remark of the host whole, with the path at its end", () => {
    const notice = `[Showing lines 1-2000 of 30000 (50KB limit). Full output: /tmp/${"deep-folder/".repeat(24)}pi-bash-1f.log]`;
    const lines = digest(`${numbered(300, (i) => `row ${i}`).join("\n")}\n\n${notice}`).split("\n");
    expect(lines.at(-1)).toBe(notice);
  });

  it("reads through colours, control characters and progress bars", () => {
    const bar = numbered(50, (i) => `\r[${"#".repeat(i)}] ${i * 2} %`).join("");
    expect(digest(`\u001b[1mFetching\u001b[0m\u0007\n${bar}\r[done] 100 %\nall 3 files fetched`)).toBe(
      "Fetching\n[done] 100 %\nall 3 files fetched",
    );
  });

  it.each(["constructor", "mcp__js__toString", "__proto__"])(
    "is made for a tool with the name %s, which every object knows",
    (toolName) => expect(digest("all done", { toolName })).toBe("all done"),
  );

  it("reads a section of git status whose name every object knows", () => {
    expect(digest("On branch main\nconstructor of x:\n\tmodified:   a.ts")).toContain("modified: a.ts");
  });

  it("finds the one line that failed among thousands", () => {
    const lines = numbered(3000, (i) => `copied asset ${i}`);
    lines[1700] = "error: cannot copy logo.png: disk full";
    expect(digest(lines.join("\n"))).toBe(
      "copied asset 0 (×2999)\nerror: cannot copy logo.png: disk full\ncopied asset 2999",
    );
  });

  it("names what the rest of the context does not", () => {
    const text = "export function openLedger() {}\nexport function closeLedger() {}\n".repeat(20);
    const knowledge = buildKnowledge([{ kind: "text", text: "I call closeLedger() at the end." }]);
    const read = call(text, { toolName: "read", args: { path: "ledger.ts", offset: 11 } });
    expect(digestCall(read, DEFAULT_BUDGET, knowledge.of("r"))).toBe("defines: openLedger:11");
  });

  it("says by what a result was superseded, and nothing else", () => {
    const knowledge = { supersededBy: "superseded: the file was written anew later" };
    expect(digestCall(call("const a = 1;".repeat(99)), DEFAULT_BUDGET, knowledge)).toBe(
      knowledge.supersededBy,
    );
  });

  describe("of lines that were read before", () => {
    const lines = numbered(120, (i) => `export function ${word(i)}Setting${i}() { return ${i}; }`);
    const read = call(lines.with(40, "export const changed = 7;").join("\n"), {
      toolName: "read",
      args: { path: "settings.ts" },
    });
    const previousText = lines.join("\n");
    const rest = (text: string, from: number) => text.split("\n").slice(from).join("\n");

    it("says first what changed, then what is worth keeping anyway, within the same budget", () => {
      const ordinary = digestCall(read, DEFAULT_BUDGET);
      const again = digestCall(read, DEFAULT_BUDGET, { previousText, diffAgainst: lineDiff });
      expect(again.split("\n").slice(0, 6)).toEqual([
        "changed since the previous read of these lines:",
        "@@ -40,3 +40,3 @@",
        ` ${lines[39]}`,
        "-(line 41)",
        "+export const changed = 7;",
        ` ${lines[41]}`,
      ]);
      expect(tokenWeight(rest(again, 6))).toBeGreaterThan(tokenWeight(ordinary) / 2);
      expect(tokenWeight(again)).toBeLessThanOrEqual(tokenWeight(read.text) * DEFAULT_BUDGET.share);
    });

    it("says that nothing changed, and what is worth keeping anyway", () => {
      const known = { previousText: read.text, isKnown: () => true };
      const again = digestCall(read, DEFAULT_BUDGET, known);
      expect(again.split("\n")[0]).toBe("unchanged since the previous read of these lines");
      expect(rest(again, 1)).toContain("defines: ");
    });

    it("says nothing of changes that are too much to tell", () => {
      const ordinary = digestCall(read, DEFAULT_BUDGET);
      for (const diffAgainst of [() => undefined, () => Array<string>(300).fill("+another line of the file")])
        expect(digestCall(read, DEFAULT_BUDGET, { previousText, diffAgainst })).toBe(ordinary);
    });
  });

  it("is shorter for a file that was edited since, and says so", () => {
    const text = numbered(200, (i) => `export function ${word(i)}Setting() {}`).join("\n");
    const read = call(text, { toolName: "read", args: { path: "settings.ts" } });
    const whole = digestCall(read, DEFAULT_BUDGET);
    const edited = digestCall(read, DEFAULT_BUDGET, { editsSince: 2 });
    expect(edited.split("\n")[0]).toBe("edited since (2 edits)");
    expect(tokenWeight(edited)).toBeLessThan(tokenWeight(whole) / 2);
  });

  it("keeps a failed edit's message whole", () => {
    const message =
      "Could not find the exact text in a.ts.\nThe old text must match exactly,\nincluding all whitespace.";
    expect(digest(message, { toolName: "edit", isError: true })).toBe(message);
  });

  it("keeps to its budget but for what must survive, and that to the maximum", () => {
    const noisy = numbered(400, (i) => `handled request number${i} by worker${i * 7}`).join("\n");
    const failing = numbered(
      400,
      (i) => `src/module${i}.ts(${i},1): error TS2322: no match for value${i}`,
    ).join("\n");
    const raw = tokenWeight(noisy);
    expect(tokenWeight(digestCall(call(noisy), { ...DEFAULT_BUDGET, share: 0.02 }))).toBeLessThanOrEqual(
      raw * 0.03,
    );
    expect(tokenWeight(digestCall(call(failing), { ...DEFAULT_BUDGET, share: 0.02 }))).toBeGreaterThan(600);
    expect(tokenWeight(digestCall(call(failing), DEFAULT_BUDGET))).toBeLessThanOrEqual(
      DEFAULT_BUDGET.maxTokens,
    );
  });
});
