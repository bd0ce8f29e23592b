import fc from "fast-check";
import { expect, it } from "vitest";
import { decide } from "../../src/economics/decide.ts";
import { afterAttempt, freshMemory } from "../../src/economics/memory.ts";
import { anyMoments, warm } from "./build.ts";

it("a warm run never flushes before the rent since the last flush has paid for it", () => {
  fc.assert(
    fc.property(anyMoments({ point: "mid-run" }), (moments) => {
      let memory = warm({ previousFraction: null });
      let paid = 0;
      for (const at of moments) {
        const decision = decide(at, memory);
        paid = at.removable > 0 ? paid + 0.3 * at.removable : 0;
        memory = decision.memory;
        if (decision.verdict.kind === "wait") continue;
        expect(paid + 1e-6).toBeGreaterThanOrEqual((3.75 - 0.3) * at.rewritten);
        memory = afterAttempt(memory, "served");
        paid = 0;
      }
    }),
  );
});

it("a request without a figure leaves the fraction and the jump as they were and never fires for capacity", () => {
  const modes = fc.constantFrom("auto" as const, "agent-message" as const, "on-demand" as const);
  fc.assert(
    fc.property(anyMoments(), modes, fc.boolean(), (moments, pruneOn, armed) => {
      const before = warm({ previousFraction: 0.1, armed });
      for (const at of moments) {
        const usage = { ...at.usage, reportedTokens: null };
        const { verdict, memory } = decide({ ...at, usage, settings: { ...at.settings, pruneOn } }, before);
        expect([memory.previousFraction, memory.armed]).toEqual([0.1, armed]);
        expect(["budget", "delta", "rearmed"]).not.toContain(verdict.kind === "flush" ? verdict.reason : "");
      }
    }),
  );
});

it("nothing to remove is never flushed, whatever is due", () => {
  fc.assert(
    fc.property(anyMoments(), fc.boolean(), (moments, rearmed) => {
      const memory = { ...freshMemory(rearmed), rent: 1e9, armed: true };
      for (const at of moments)
        expect(decide({ ...at, removable: 0 }, memory).verdict).toEqual({ kind: "wait" });
    }),
  );
});
