import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanPath, isAbsolutePath, isHomePath, pathForms, relativePath } from "../../src/model/path.ts";

describe("cleanPath", () => {
  it.each([
    ["", ""],
    [".", ""],
    ["./", ""],
    ["/", "/"],
    ["a/b", "a/b"],
    ["./a/./b", "a/b"],
    ["a//b///c", "a/b/c"],
    ["a/b/", "a/b/"],
    ["a/../b", "b"],
    ["a/b/../../c", "c"],
    ["../a", "../a"],
    ["a/../../b", "../b"],
    ["../../a/..", "../.."],
    ["/a/../../b", "/b"],
    ["/..", "/"],
    ["C:\\repo\\.\\src\\..\\x.md", "C:/repo/x.md"],
    ["C:/..", "C:/"],
    ["c:name", "c:name"],
    ["\\\\server\\share\\x", "/server/share/x"],
    ["~", "~"],
    ["~/", "~/"],
    ["~\\notes\\..\\a.md", "~/a.md"],
    ["~/../x", "~/../x"],
    ["~user/x", "~user/x"],
    ["é/ü.md", "é/ü.md"],
  ])("makes %j %j", (path, clean) => {
    expect(cleanPath(path)).toBe(clean);
  });

  const path = fc.array(fc.constantFrom("a", "..", ".", "", "b.md", "C:", "~", "/", "\\"), { maxLength: 12 });

  it("leaves a clean path as it is", () => {
    fc.assert(
      fc.property(path, (parts) => {
        const clean = cleanPath(parts.join("/"));
        expect(cleanPath(clean)).toBe(clean);
      }),
    );
  });
});

describe("kinds of paths", () => {
  it.each([
    ["/x", true, false],
    ["\\x", true, false],
    ["C:/x", true, false],
    ["c:\\x", true, false],
    ["c:x", false, false],
    ["x/C:/y", false, false],
    ["~", false, true],
    ["~/x", false, true],
    ["~\\x", false, true],
    ["~x", false, false],
    ["", false, false],
  ])("knows %j", (path, absolute, home) => {
    expect([isAbsolutePath(path), isHomePath(path)]).toEqual([absolute, home]);
  });
});

describe("relativePath", () => {
  it.each([
    ["/repo", "/repo/a/b.md", "a/b.md"],
    ["/repo/", "/repo/a/", "a/"],
    ["/repo", "/repo", ""],
    ["/repo", "/repository/a", "../repository/a"],
    ["/a/b/c", "/a/x", "../../x"],
    ["/", "/a", "a"],
    ["C:\\repo", "c:/repo/a", "a"],
    ["C:/repo", "D:/repo/a", undefined],
    ["/repo", "C:/repo/a", undefined],
  ])("from %j to %j is %j", (from, to, relative) => {
    expect(relativePath(from, to)).toBe(relative);
  });

  it("leads back to where it came from", () => {
    const folder = fc
      .array(fc.constantFrom("a", "b", "c"), { maxLength: 6 })
      .map((parts) => `/${parts.join("/")}`);
    fc.assert(
      fc.property(folder, folder, (from, to) => {
        expect(cleanPath(`${from}/${relativePath(from, to)}/`)).toBe(cleanPath(`${to}/`));
      }),
    );
  });
});

describe("pathForms", () => {
  it.each([
    ["a.md", "/repo", ["a.md", "/repo/a.md"]],
    ["./x/../a.md", "/repo", ["a.md", "/repo/a.md"]],
    ["/repo/a.md", "/repo", ["/repo/a.md", "a.md"]],
    ["../a.md", "/repo/src", ["../a.md", "/repo/a.md"]],
    ["../repo/a.md", "/repo", ["../repo/a.md", "a.md", "/repo/a.md"]],
    ["/other/a.md", "/repo", ["/other/a.md", "../other/a.md"]],
    ["D:\\a.md", "C:\\repo", ["D:/a.md"]],
    ["src\\a.md", "C:\\repo", ["src/a.md", "C:/repo/src/a.md"]],
    [".", "/repo", ["/repo"]],
    ["~/a.md", "/repo", ["~/a.md"]],
    ["a.md", "", ["a.md"]],
    ["a.md", "relative", ["a.md"]],
    [".", "", []],
    ["", "/repo", []],
  ])("writes %j in %j as %j", (path, cwd, forms) => {
    expect(pathForms(path, cwd)).toEqual(forms);
  });
});
