import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { projectSettingsFile, readSettingsFiles, writeSetting } from "../../src/host/settings-file.ts";
import { describeProblem } from "../../src/settings/problem.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import {
  asNobody,
  jsonOfFile,
  leftoversIn,
  put,
  textOfFile,
  useSettingsFolders,
} from "../support/settings-places.ts";

const at = useSettingsFolders();

describe("reading", () => {
  const read = (trusted = true) => {
    const { settings, problems } = readSettingsFiles({ ...at, trusted });
    return { settings, notices: problems.map((problem) => describeProblem(problem, settings)) };
  };

  it("finds nothing wrong with missing files and folders, and makes none", () => {
    rmSync(at.agentDir, { recursive: true });
    expect(read()).toEqual({ settings: defaultSettings, notices: [] });
    expect(existsSync(at.agentDir)).toBe(false);
    expect(readdirSync(at.cwd)).toEqual([]);
  });

  it("lays the project's file over the user's, when the project is trusted", () => {
    put(at.file, { theme: "dark", contextPrune: { keepRecent: 7, purgeErrors: { cooldownTurns: 5 } } });
    put(projectSettingsFile(at.cwd), { contextPrune: { keepRecent: 1 } });
    const purgeErrors = { ...defaultSettings.purgeErrors, cooldownTurns: 5 };
    expect(read(true).settings).toEqual({ ...defaultSettings, keepRecent: 1, purgeErrors });
    expect(read(false).settings).toEqual({ ...defaultSettings, keepRecent: 7, purgeErrors });
  });

  it("accepts a byte order mark, and an empty file", () => {
    put(at.file, '\uFEFF{"contextPrune":{"keepRecent":7}}');
    put(projectSettingsFile(at.cwd), "");
    expect(read()).toEqual({ settings: { ...defaultSettings, keepRecent: 7 }, notices: [] });
  });

  it("leaves a broken file out, with one notice, and uses the other", () => {
    put(at.file, '{"contextPrune":{"keepRecent":7}');
    put(projectSettingsFile(at.cwd), { contextPrune: { minBatchChars: 5 } });
    const { settings, notices } = read();
    expect(settings).toEqual({ ...defaultSettings, minBatchChars: 5 });
    expect(notices).toEqual([
      expect.stringMatching(
        /^pruner: .*agent\/settings\.json is not valid JSON \(.+\)\. Its pruner settings are left out until that is mended\.$/,
      ),
    ]);
    expect(leftoversIn(at.agentDir)).toEqual([]);
  });

  it.each([
    ["no object", "[]", "is not a JSON object"],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "is not valid JSON"],
  ])("says so about a file that is %s", (_, content, reason) => {
    writeFileSync(at.file, content);
    expect(read()).toEqual({ settings: defaultSettings, notices: [expect.stringContaining(reason)] });
  });

  it("says so about a folder in place of the file, and about a file it may not read", () => {
    mkdirSync(at.file);
    put(projectSettingsFile(at.cwd), {});
    chmodSync(projectSettingsFile(at.cwd), 0);
    chmodSync(at.root, 0o755);
    expect(asNobody(read)).toEqual({
      settings: defaultSettings,
      notices: [
        expect.stringContaining("could not be read (EISDIR"),
        expect.stringContaining("could not be read (EACCES"),
      ],
    });
  });
});

describe("writing", () => {
  it("makes the file and its folder, as Pi would", () => {
    const project = projectSettingsFile(at.cwd);
    expect(writeSetting(project, "purgeErrors.cooldownTurns", 5)).toEqual({ ok: true });
    expect(textOfFile(project)).toBe(
      '{\n  "contextPrune": {\n    "purgeErrors": {\n      "cooldownTurns": 5\n    }\n  }\n}',
    );
    expect(leftoversIn(dirname(project))).toEqual([]);
  });

  it("changes its own leaf and nothing else", () => {
    put(
      at.file,
      '{\n\t"z": 1,\n\t"contextPrune": {\n\t\t"mine": [],\n\t\t"keepRecent": 7\n\t},\n\t"a": null\n}\n',
    );
    expect(writeSetting(at.file, "keepRecent", 2)).toEqual({ ok: true });
    expect(writeSetting(at.file, "digest.share", 0.1)).toEqual({ ok: true });
    expect(textOfFile(at.file)).toBe(
      '{\n\t"z": 1,\n\t"contextPrune": {\n\t\t"mine": [],\n\t\t"keepRecent": 2,\n\t\t"digest": {\n\t\t\t"share": 0.1\n\t\t}\n\t},\n\t"a": null\n}\n',
    );
  });

  it("keeps a byte order mark and Windows line ends", () => {
    put(at.file, '\uFEFF{\r\n  "theme": "dark"\r\n}\r\n');
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    expect(textOfFile(at.file)).toBe(
      '\uFEFF{\r\n  "theme": "dark",\r\n  "contextPrune": {\r\n    "enabled": false\r\n  }\r\n}\r\n',
    );
  });

  it("stores null and lists, and replaces what is no object of settings", () => {
    put(at.file, { contextPrune: "on" });
    writeSetting(at.file, "budgetTurnDelta", null);
    writeSetting(at.file, "protectedPaths", []);
    expect(jsonOfFile(at.file)).toEqual({ contextPrune: { budgetTurnDelta: null, protectedPaths: [] } });
  });

  it("removes a leaf, and the objects that are empty without it", () => {
    put(at.file, { theme: "dark", contextPrune: { keepRecent: 7, digest: { share: 0.1 } } });
    expect(writeSetting(at.file, "digest.share", undefined)).toEqual({ ok: true });
    expect(jsonOfFile(at.file)).toEqual({ theme: "dark", contextPrune: { keepRecent: 7 } });
    expect(writeSetting(at.file, "keepRecent", undefined)).toEqual({ ok: true });
    expect(jsonOfFile(at.file)).toEqual({ theme: "dark" });
  });

  it("does not touch a file that says so already", () => {
    put(at.file, '{ "contextPrune": { "protectedTools": ["a", "b"] } }');
    const { ino, mtimeMs } = statSync(at.file);
    expect(writeSetting(at.file, "protectedTools", ["a", "b"])).toEqual({ ok: true });
    expect(writeSetting(at.file, "keepRecent", undefined)).toEqual({ ok: true });
    expect([statSync(at.file).ino, statSync(at.file).mtimeMs]).toEqual([ino, mtimeMs]);
    expect(writeSetting(projectSettingsFile(at.cwd), "keepRecent", undefined)).toEqual({ ok: true });
    expect(readdirSync(at.cwd)).toEqual([]);
  });

  it.each([0o600, 0o640])("keeps mode %o", (mode) => {
    put(at.file, {});
    chmodSync(at.file, mode);
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    expect(statSync(at.file).mode & 0o777).toBe(mode);
  });
});
