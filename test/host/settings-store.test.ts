import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { projectSettingsFile } from "../../src/host/settings-file.ts";
import { SettingsStore } from "../../src/host/settings-store.ts";
import { jsonOfFile, put, useSettingsFolders } from "../support/settings-places.ts";

const at = useSettingsFolders();

beforeEach(() => vi.stubEnv("PI_CODING_AGENT_DIR", at.agentDir));
afterEach(() => vi.unstubAllEnvs());

function load(trusted = true): SettingsStore {
  const store = new SettingsStore();
  // The store reads the folder and the trust of the project from a context, and nothing else.
  const context = { cwd: at.cwd, isProjectTrusted: () => trusted } as unknown as ExtensionContext;
  expect(store.load(context)).toEqual([]);
  return store;
}

it("writes where it is told to, uses it at once, and says where each value comes from", () => {
  const store = load();
  expect(store.sourceOf("keepRecent")).toBe("default");
  expect(store.save("keepRecent", 7)).toBeUndefined();
  expect([store.current.keepRecent, store.sourceOf("keepRecent")]).toEqual([7, "global"]);
  expect(store.save("keepRecent", 1, "project")).toBeUndefined();
  expect([store.current.keepRecent, store.sourceOf("keepRecent")]).toEqual([1, "project"]);
  expect(jsonOfFile(at.file)).toMatchObject({ contextPrune: { keepRecent: 7 } });
  expect(jsonOfFile(projectSettingsFile(at.cwd))).toEqual({ contextPrune: { keepRecent: 1 } });
});

it("removes a setting from one file and leaves it in the other", () => {
  const store = load();
  store.save("keepRecent", 7);
  store.save("keepRecent", 1, "project");
  expect(store.save("keepRecent", undefined, "project")).toBeUndefined();
  expect([store.current.keepRecent, store.sourceOf("keepRecent")]).toEqual([7, "global"]);
  expect(store.save("keepRecent", undefined)).toBeUndefined();
  expect([store.current.keepRecent, store.sourceOf("keepRecent")]).toEqual([3, "default"]);
});

it("neither reads nor writes the file of a project that is not trusted", () => {
  put(projectSettingsFile(at.cwd), { contextPrune: { keepRecent: 1 } });
  const store = load(false);
  expect([store.current.keepRecent, store.sourceOf("keepRecent")]).toEqual([3, "default"]);
  expect(store.save("keepRecent", 9, "project")).toBe(
    "pruner: this project is not trusted, so settings of its own are not used.",
  );
  expect(jsonOfFile(projectSettingsFile(at.cwd))).toEqual({ contextPrune: { keepRecent: 1 } });
});
