import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { SettingsManager } from "@mariozechner/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { readSettingsFiles, writeSetting } from "../../src/host/settings-file.ts";
import { hosts } from "../support/hosts.ts";
import { jsonOfFile, leftoversIn, put, textOfFile, useSettingsFolders } from "../support/settings-places.ts";

const at = useSettingsFolders();

describe("the lock", () => {
  it("of another process keeps the file as it is, and is left to it", () => {
    put(at.file, {});
    mkdirSync(`${at.file}.lock`);
    expect(writeSetting(at.file, "enabled", false)).toEqual({
      ok: false,
      message: `pruner: could not save contextPrune.enabled: ${at.file}.lock is held by another process.`,
    });
    expect(textOfFile(at.file)).toBe("{}");
    expect(existsSync(`${at.file}.lock`)).toBe(true);
  });

  it("of a process that died is taken over after ten seconds", () => {
    put(at.file, {});
    mkdirSync(`${at.file}.lock`);
    const died = Date.now() / 1000 - 11;
    utimesSync(`${at.file}.lock`, died, died);
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    expect(leftoversIn(at.agentDir)).toEqual([]);
  });

  it("of the file behind a link counts too", () => {
    const target = join(at.root, "pi.json");
    put(target, {});
    symlinkSync(target, at.file);
    mkdirSync(`${target}.lock`);
    expect(writeSetting(at.file, "enabled", false)).toMatchObject({ ok: false });
    expect(textOfFile(target)).toBe("{}");
  });

  it("held while a broken file is read does not keep the notice back", () => {
    put(at.file, "{");
    mkdirSync(`${at.file}.lock`);
    expect(readSettingsFiles({ ...at, trusted: true }).problems).toMatchObject([
      { kind: "file", file: at.file },
    ]);
  });

  it("lets Pi and us write the same file by turns", async () => {
    put(at.file, { theme: "dark" });
    const pi = SettingsManager.create(at.cwd, at.agentDir);
    expect(writeSetting(at.file, "keepRecent", 7)).toEqual({ ok: true });
    pi.setSteeringMode("all");
    const saved = pi.flush();
    expect(writeSetting(at.file, "enabled", false)).toEqual({ ok: true });
    await saved;
    expect(jsonOfFile(at.file)).toEqual({
      theme: "dark",
      contextPrune: { keepRecent: 7, enabled: false },
      steeringMode: "all",
    });
  });

  it("loses no change of two processes that write at once", async () => {
    const times = 50;
    const writer = new URL("../../src/host/settings-file.ts", import.meta.url).href;
    // A lock that was not to be had is the caller's to try again; what was reported as saved must be there.
    const script = `
      const { writeSetting } = await import(${JSON.stringify(writer)});
      const [file, name] = process.argv.slice(1);
      for (let n = 0; n < ${times}; n++) while (!writeSetting(file, name + ".key" + n, n).ok);
    `;
    const children = ["one", "two"].map((name) =>
      spawn(hosts.b.node, ["--no-warnings", "--input-type=module", "-e", script, at.file, name], {
        stdio: "inherit",
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0]);
    const keys = Object.fromEntries(Array.from({ length: times }, (_, n) => [`key${n}`, n]));
    expect(jsonOfFile(at.file)).toEqual({ contextPrune: { one: keys, two: keys } });
    expect(leftoversIn(at.agentDir)).toEqual([]);
  });
});
