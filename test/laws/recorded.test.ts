import { describe, expect, it } from "vitest";
import { contextChars } from "../../src/model/size.ts";
import { everyLaw } from "../support/laws/all.ts";
import { recordedSessions, replay } from "../support/recorded.ts";

describe.skipIf(recordedSessions.length === 0)("recorded sessions", () => {
  describe.each(["a", "b"] as const)("on host %s", (host) => {
    it.each(recordedSessions)("%s keeps every law, and gets shorter", async (name) => {
      const last = (await replay(name, host, everyLaw)).requests.at(-1);
      expect(contextChars(last?.rendered ?? [])).toBeLessThan(contextChars(last?.array ?? []));
    });
  });
});
