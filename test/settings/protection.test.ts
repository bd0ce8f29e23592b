import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProtection, isProtected, type ProtectionSettings } from "../../src/settings/protection.ts";
import { defaultSettings } from "../../src/settings/settings.ts";

const protecting = (
  protectedPaths: readonly string[],
  protectedTools: readonly string[] = [],
): ProtectionSettings => ({
  protectedPaths,
  protectedTools,
});

const matches = (pattern: string, path: unknown, cwd = "/repo") =>
  createProtection(protecting([pattern]), cwd)("read", { path });

describe("tool names", () => {
  it("protect by the exact name, whatever the arguments", () => {
    const settings = protecting([], ["todowrite"]);
    expect(isProtected(settings, { toolName: "todowrite", args: null }, "/repo")).toBe(true);
    expect(isProtected(settings, { toolName: "todowrite2", args: { path: "a" } }, "/repo")).toBe(false);
    expect(isProtected(settings, { toolName: "TodoWrite", args: {} }, "/repo")).toBe(false);
  });
});

describe("the default patterns", () => {
  it.each([
    ["skills/a.md", true],
    ["skills/a/b/SKILL.md", true],
    ["./skills/a/b.md", true],
    ["/x/skills/é/README.md", true],
    ["C:\\repo\\skills\\x\\SKILL.md", true],
    ["../skills/a/SKILL.md", true],
    ["docs/../skills/a.md", true],
    [".pi/skills/.hidden/a.md", true],
    ["~/.pi/agent/skills/a/SKILL.md", true],
    ["@skills/a/SKILL.md", true],
    ["skills/a.MD", false],
    ["Skills/a.md", false],
    ["skills/a.txt", false],
    ["skillset/a.md", false],
    ["docs/skills.md", false],
    ["", false],
    [7, false],
    [undefined, false],
    [null, false],
    [["skills/a.md"], false],
    [{ path: "skills/a.md" }, false],
  ])("answer %j with %j", (path, expected) => {
    expect(createProtection(defaultSettings, "/repo")("read", { path })).toBe(expected);
  });
});

describe("the glob contract", () => {
  it.each([
    // `*` and `?` stay within a segment
    ["*.md", "README.md", true],
    ["*.md", "docs/README.md", false],
    ["docs/?.md", "docs/a.md", true],
    ["docs/?.md", "docs/ab.md", false],
    ["docs/*", "docs/.hidden", true],
    // `**` crosses segments, and none at all
    ["**/SKILL.md", "SKILL.md", true],
    ["**/SKILL.md", "a/b/SKILL.md", true],
    ["a/**/b", "a/b", true],
    ["docs/**", "docs/a/b", true],
    ["docs/**", "docs/", true],
    ["docs/**", "docs", false],
    ["**", "anything/at all", true],
    // everything else is literal
    ["**/[id]/page+(1).tsx", "app/[id]/page+(1).tsx", true],
    ["**/[id]/page.tsx", "app/i/page.tsx", false],
    ["{a,b}.md", "a.md", false],
    ["{a,b}.md", "{a,b}.md", true],
    ["!a.md", "a.md", false],
    ["!a.md", "b.md", false],
    ["!a.md", "!a.md", true],
    ["#a", "#a", true],
    ["@(a|b).md", "a.md", false],
    ["a.b", "aXb", false],
    ["a b,c.md", "a b,c.md", true],
    ["a\\b", "a\\b", false],
    ["[[:alpha:]]", "a", false],
    ["", "a", false],
    // case counts
    ["docs/*.md", "docs/A.MD", false],
    // any way to write the path will do
    ["docs/*.md", "/repo/docs/a.md", true],
    ["/repo/docs/*.md", "docs/a.md", true],
    ["./docs/*.md", "docs/a.md", true],
    ["../shared/**", "../shared/a.md", true],
    ["../shared/**", "/shared/a.md", true],
    ["~/notes/**", "~/notes/a.md", true],
    ["/repo/~/**", "~/notes/a.md", false],
    ["C:/repo/*.md", "C:\\repo\\a.md", true],
  ])("lets %j answer %j with %j", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("differs from the reference where `**` shares its segment with other characters", () => {
    expect(matches("a**b", "a-b")).toBe(true);
    expect(matches("a**b", "a/x/b")).toBe(false);
    expect(matches("**.md", "docs/a.md")).toBe(false);
  });

  it("knows relative patterns on Windows too", () => {
    expect(matches("docs/*.md", "C:\\Repo\\docs\\a.md", "c:\\Repo")).toBe(true);
    expect(matches("docs/*.md", "D:\\Repo\\docs\\a.md", "C:\\Repo")).toBe(false);
  });
});

describe("arguments", () => {
  it.each([
    [{ path: "a.md" }, true],
    [{ file_path: "a.md" }, true],
    [{ filePath: "a.md" }, true],
    [{ filename: "a.md" }, true],
    [{ paths: ["b.txt", 7, null, "a.md"] }, true],
    [{ path: "b.txt", file_path: "a.md" }, true],
    [{ paths: [["a.md"], { path: "a.md" }] }, false],
    [{ paths: "a.md" }, false],
    [{ command: "cat a.md" }, false],
    [{ PATH: "a.md" }, false],
    [{}, false],
    [undefined, false],
    [null, false],
    ["a.md", false],
    [["a.md"], false],
  ])("%j are protected: %j", (args, expected) => {
    expect(createProtection(protecting(["*.md"]), "/repo")("read", args)).toBe(expected);
  });

  it("of any shape never make it throw", () => {
    const anyPath = fc.array(fc.constantFrom("..", ".", "", "a", "~", "C:", "\\", "**", "[", "]", "{"), {
      maxLength: 9,
    });
    const text = anyPath.map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, fc.anything(), (patterns, cwd, args) => {
        const protects = createProtection(protecting(patterns), cwd);
        expect(protects("read", args)).toBeTypeOf("boolean");
        expect(protects("read", { path: cwd, paths: patterns })).toBeTypeOf("boolean");
      }),
    );
  });
});

// Each of these would take longer than the age of the universe in a matcher that tries every way to share the
// segments out, so that the test would not end.
describe("hostile patterns", () => {
  const deep = Array.from({ length: 60 }, () => "a").join("/");

  it.each([
    ["many globstars", `${"**/".repeat(200)}b`],
    ["many globstars with a literal", `${"**/a/".repeat(30)}b`],
    ["many globstars with a star", `${"**/*/".repeat(29)}b`],
    ["many globstars with stars around a literal", `${"**/*a*/".repeat(25)}b`],
    ["globstars inside segments", `${"**a**/".repeat(60)}b`],
    ["many stars in a segment", `${"*a".repeat(1000)}b`],
  ])("with %s end in a no", (_, pattern) => {
    expect(matches(pattern, deep)).toBe(false);
    expect(matches(pattern, "a".repeat(5000))).toBe(false);
  });

  it("with more globstars than the matcher's own limit still match", () => {
    const long = Array.from({ length: 400 }, () => "a").join("/");
    expect(matches(`${"**/a/".repeat(300)}**/a`, long)).toBe(true);
  });
});
