import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isFirstRun } from "../../src/host/first-run.ts";
import { useSettingsFolders } from "../support/settings-places.ts";

const at = useSettingsFolders();

it("is the first run once for a folder, and leaves one small file there", () => {
  expect([isFirstRun(at.agentDir), isFirstRun(at.agentDir)]).toEqual([true, false]);
  expect(readdirSync(at.agentDir)).toEqual(["pi-condense-seen"]);
});

it("is none where nothing can be written, so that nothing is said at every start", () => {
  expect(isFirstRun(join(at.agentDir, "missing"))).toBe(false);
});
