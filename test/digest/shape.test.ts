import { expect, it } from "vitest";
import { purposeOf } from "../../src/digest/command.ts";
import { type Shape, shapeOfLines } from "../../src/digest/shape.ts";
import { readSource } from "../../src/digest/source.ts";
import { fixtures } from "./fixture.ts";

it.each<[string, ReturnType<typeof purposeOf>]>([
  ["grep -n foo src/a.ts", "search"],
  ["cd /x && rg foo | head -20", "search"],
  ["ls -la; find . -name '*.ts'", "list"],
  ["cat a.ts | head -5", "show"],
  ["cat a.ts; cat b.ts", "other"],
  ["git diff HEAD~1", "diff"],
  ["git ls-files", "list"],
  ["git status", "other"],
  ["grep -c x a | awk '{print $1}'", "other"],
  ["npm test && ls", "other"],
  ["echo hi", "other"],
  ["", "other"],
])("the purpose of %j is %j", (command, purpose) => {
  expect(purposeOf(command)).toBe(purpose);
});

const shapes: Readonly<Record<string, Shape>> = {
  "app-log": "log",
  base64: "encoded",
  minified: "encoded",
  "curl-json": "json",
  "mcp-json": "json",
  "curl-html": "html",
  "git-diff": "diff",
  "git-show": "diff",
  "git-log": "history",
  "git-log-oneline": "history",
  "git-status": "status",
  "git-status-short": "status",
  "find-files": "listing",
  "grep-numbers": "grep",
  "read-csv": "table",
  "read-code": "text",
  "pytest-fail": "text",
  "tsc-errors": "text",
  korean: "text",
};

it.each(fixtures().filter(({ name }) => name in shapes))(
  "the output $name has its shape",
  ({ name, call }) => {
    expect(shapeOfLines(readSource(call).lines)).toBe(shapes[name]);
  },
);
