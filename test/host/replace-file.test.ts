import { chmodSync, chownSync, linkSync, lstatSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectSettingsFile, writeSetting } from "../../src/host/settings-file.ts";
import {
  asNobody,
  isRoot,
  jsonOfFile,
  leftoversIn,
  NOBODY,
  put,
  textOfFile,
  useSettingsFolders,
} from "../support/settings-places.ts";

const at = useSettingsFolders();

describe("links", () => {
  it.each([
    ["absolute", (target: string) => target],
    ["relative", () => "../dotfiles/pi.json"],
  ])("that are %s stay links, and what they lead to is written", (_, linkText) => {
    const target = join(at.root, "dotfiles", "pi.json");
    put(target, { theme: "dark" });
    chmodSync(target, 0o600);
    symlinkSync(linkText(target), at.file);
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    expect(lstatSync(at.file).isSymbolicLink()).toBe(true);
    expect(jsonOfFile(target)).toEqual({ theme: "dark", contextPrune: { enabled: false } });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(leftoversIn(at.agentDir)).toEqual([]);
    expect(leftoversIn(dirname(target))).toEqual([]);
  });

  it("to nothing yet make the file they lead to", () => {
    symlinkSync("../dotfiles/one", at.file);
    mkdirSync(join(at.root, "dotfiles"));
    symlinkSync("deep/two.json", join(at.root, "dotfiles", "one"));
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    expect(jsonOfFile(join(at.root, "dotfiles/deep/two.json"))).toEqual({
      contextPrune: { enabled: false },
    });
  });

  it("in a circle are an error", () => {
    symlinkSync("settings.json", at.file);
    expect(writeSetting(at.file, "enabled", false)).toEqual({
      ok: false,
      message: `pruner: could not save contextPrune.enabled: ${at.file} is a link that leads back to itself.`,
    });
  });

  it("on the disk itself stay together", () => {
    put(at.file, {});
    const second = join(at.root, "second.json");
    linkSync(at.file, second);
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    expect(textOfFile(second)).toBe(textOfFile(at.file));
  });
});

describe("what cannot be written", () => {
  it.each([
    ["broken JSON", '{"contextPrune": {', "is not valid JSON"],
    ["no object", "[1]", "is not a JSON object"],
  ])("because it is %s stays as it is", (_, content, reason) => {
    put(at.file, content);
    expect(writeSetting(at.file, "enabled", false)).toEqual({
      ok: false,
      message: expect.stringMatching(
        new RegExp(
          `^pruner: could not save contextPrune\\.enabled: .*settings\\.json ${reason}.*; nothing was written\\.$`,
        ),
      ),
    });
    expect(textOfFile(at.file)).toBe(content);
    expect(leftoversIn(at.agentDir)).toEqual([]);
  });

  it("because its folder is read-only stays as it is", () => {
    put(at.file, {});
    for (const [path, mode] of [
      [at.root, 0o755],
      [at.agentDir, 0o555],
      [at.file, 0o644],
    ] as const)
      chmodSync(path, mode);
    expect(asNobody(() => writeSetting(at.file, "enabled", false))).toEqual({
      ok: false,
      message: expect.stringContaining("EACCES: permission denied"),
    });
    chmodSync(at.agentDir, 0o755);
    expect(textOfFile(at.file)).toBe("{}");
  });

  it("because it is read-only itself stays as it is", () => {
    put(at.file, {});
    chmodSync(at.file, 0o444);
    if (isRoot) for (const path of [at.agentDir, at.file]) chownSync(path, NOBODY, NOBODY);
    expect(asNobody(() => writeSetting(at.file, "enabled", false))).toEqual({
      ok: false,
      message: expect.stringContaining("EACCES: permission denied"),
    });
    expect(textOfFile(at.file)).toBe("{}");
    expect(leftoversIn(at.agentDir)).toEqual([]);
  });

  it("because its folder is a file is an error", () => {
    put(join(at.cwd, ".pi"), "");
    expect(writeSetting(projectSettingsFile(at.cwd), "enabled", false)).toMatchObject({ ok: false });
  });

  it.runIf(isRoot)("by a rename, being another's, is written in place", () => {
    put(at.file, {});
    chmodSync(at.root, 0o755);
    chmodSync(at.file, 0o666);
    chownSync(at.agentDir, NOBODY, NOBODY);
    const { ino, uid } = statSync(at.file);
    expect(asNobody(() => writeSetting(at.file, "enabled", false))).toEqual({ ok: true });
    expect(jsonOfFile(at.file)).toEqual({ contextPrune: { enabled: false } });
    expect([statSync(at.file).ino, statSync(at.file).uid]).toEqual([ino, uid]);
    expect(leftoversIn(at.agentDir)).toEqual([]);
  });
});
