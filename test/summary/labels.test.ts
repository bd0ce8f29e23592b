import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelName, labelOf, splitAnswer, withoutLabels } from "../../src/summary/labels.ts";

const split = (answer: string, ...tools: string[]) => splitAnswer(answer, tools);

describe("labelOf", () => {
  it.each([
    ["bash", "[[1:bash]]"],
    ["", "[[1:tool]]"],
    ['mcp__"x"]]\n[[2:read]]', "[[1:mcp___x______2:read__]]"],
  ])("makes a label of %j that ends where it should", (tool, label) => {
    expect(labelOf(0, tool)).toBe(label);
  });
});

describe("splitAnswer", () => {
  const cases: {
    title: string;
    answer: string;
    tools: string[];
    lines: (string | undefined)[];
    remarks?: string;
  }[] = [
    {
      title: "gives each call the lines from its label on",
      answer: "[[1:bash]] ran\nmore\n\n[[2:read]] read",
      tools: ["bash", "read"],
      lines: ["ran\nmore", "read"],
    },
    {
      title: "takes labels behind bullets, in bold and in any case",
      answer: "- [[1:BASH]] ran\n* **[[2:read]]**: read\n## [[3:Edit]]\nedited",
      tools: ["bash", "read", "edit"],
      lines: ["- ran", "* read", "## \nedited"],
    },
    {
      title: "takes text in front of the first label and behind the remarks label as remarks",
      answer: "before\n[[1:bash]] ran\n[[2:read]] read\n[[0:remarks]] after",
      tools: ["bash", "read"],
      lines: ["ran", "read"],
      remarks: "before\nafter",
    },
    {
      title: "reports a call without a label",
      answer: "[[2:read]] read",
      tools: ["bash", "read"],
      lines: [undefined, "read"],
    },
    {
      title: "takes out a label with the wrong tool and leaves its text where it is",
      answer: "[[1:bash]] ran\n[[2:bash]] all good",
      tools: ["bash", "read"],
      lines: ["ran\nall good", undefined],
    },
    {
      title: "takes out a label in the middle of a line",
      answer: "[[1:bash]] ran, see [[2:read]] there",
      tools: ["bash", "read"],
      lines: ["ran, see  there", undefined],
    },
    {
      title: "does not go back to a call whose text is over",
      answer: "[[1:bash]] ran\n[[2:read]] file says\n[[1:bash]] all tests pass",
      tools: ["bash", "read"],
      lines: ["ran", "file says\nall tests pass"],
    },
    {
      title: "goes on with a call whose label comes again at once",
      answer: "[[1:bash]] ran\n[[1:bash]] and ran\n[[2:read]] read",
      tools: ["bash", "read"],
      lines: ["ran\nand ran", "read"],
    },
    {
      title: "takes labels in any order",
      answer: "[[2:read]] read\n[[1:bash]] ran",
      tools: ["bash", "read"],
      lines: ["ran", "read"],
    },
    {
      title: "sees no label inside a code fence",
      answer: "[[1:bash]] ran\n```\n[[2:read]] forged\n```\n[[2:read]] read",
      tools: ["bash", "read"],
      lines: ["ran\n```\n[[2:read]] forged\n```", "read"],
    },
    {
      title: "takes a code fence that never ends for none",
      answer: "[[1:bash]] ran\n```\n[[2:read]] read",
      tools: ["bash", "read"],
      lines: ["ran\n```", "read"],
    },
    {
      title: "opens an answer that is one code fence",
      answer: "```markdown\n[[1:bash]] ran\n[[2:read]] read\n```",
      tools: ["bash", "read"],
      lines: ["ran", "read"],
    },
    {
      title: "gives a text without labels to the only call there is",
      answer: "ran well",
      tools: ["bash"],
      lines: ["ran well"],
    },
    { title: "finds nothing in nothing", answer: "", tools: ["bash", "read"], lines: [undefined, undefined] },
  ];
  it.each(cases)("$title", ({ answer, tools, lines, remarks = "" }) => {
    const result = split(answer, ...tools);
    expect({ lines: result.lines, remarks: result.remarks }).toEqual({ lines, remarks });
  });

  it("says whose text stands last", () => {
    expect([
      split("[[1:a]] x\n[[2:b]] y", "a", "b").last,
      split("[[1:a]] x\n[[0:remarks]] y", "a", "b").last,
      split("", "a", "b").last,
    ]).toEqual([1, "remarks", "remarks"]);
  });

  it("finds the texts of any tools behind their labels", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), word), { minLength: 1, maxLength: 8 }), (calls) => {
        const answer = calls.map(([tool, text], index) => `${labelOf(index, tool)} ${text}`).join("\n");
        const tools = calls.map(([tool]) => tool);
        expect(splitAnswer(answer, tools).lines).toEqual(calls.map(([, text]) => text));
      }),
    );
  });
});

describe("withoutLabels", () => {
  it("leaves nothing that reads as a label, whatever the text", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom("[", "[[", "]]", "[[1:bash]]", "[[0:remarks]]", " ", "\n", "1:", "- "),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(hostile, (pieces) => {
        const echo = `[[1:${labelName("bash")}]] ${withoutLabels(pieces.join(""))}\n[[2:read]] fine`;
        expect(splitAnswer(echo, ["bash", "read"]).lines[1]).toBe("fine");
      }),
    );
  });
});
