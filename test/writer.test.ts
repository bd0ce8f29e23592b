import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { expect, it } from "vitest";
import { SettingsStore } from "../src/host/settings-store.ts";
import type { Notice } from "../src/ports.ts";
import { Writer } from "../src/writer.ts";
import { capturedCall } from "./support/summary.ts";

/** Arguments that nobody can read. */
const broken: Readonly<Record<string, unknown>> = new Proxy(
  {},
  {
    get() {
      throw new Error("unreadable");
    },
  },
);

it("gives an excerpt where a digest fails, says so once, and digests everything else", () => {
  const said: Notice[] = [];
  // Nothing else of the host is needed by a digest.
  const ctx = { cwd: "/project", mode: "rpc" } as unknown as ExtensionContext;
  const writer = new Writer(ctx, {
    settings: new SettingsStore(),
    notify: (notice) => said.push(notice),
    kept: () => undefined,
  });
  const text = "the first line\nand the last one";
  expect(writer.digest(capturedCall({ text, args: broken }))).toBe(text);
  expect(writer.digest(capturedCall({ text, args: broken }, 1))).toBe(text);
  expect(said).toMatchObject([{ kind: "digest-failed", text: expect.stringContaining("unreadable") }]);
  expect(writer.digest(capturedCall({ text: "1 passed, 0 failed" }))).toBe("1 passed, 0 failed");
  expect(said).toHaveLength(1);
});
