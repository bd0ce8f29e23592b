import { describe, expect, it } from "vitest";
import type { ShortRef } from "../../src/model/refs.ts";
import { readRefs } from "../../src/ui/refs-argument.ts";
import { operate } from "../support/operate.ts";
import { flush, prompt } from "../support/played.ts";

describe("refs as typed", () => {
  const known = new Set(["t1", "t2", "t3", "t10"]);
  const all = ["t1", "t10"] as ShortRef[];
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ["t1", ["t1"], []],
    ["t1 t1, `t3`", ["t1", "t3"], []],
    ["T2..t3", ["t2", "t3"], []],
    ["t2-t12", ["t2", "t3", "t10"], []],
    ["all", ["t1", "t10"], []],
    ["t9 t3..t1 bash t1..t99999999", [], ["t9", "t3..t1", "bash", "t1..t99999999"]],
    ["t0", [], ["t0"]],
  ])("%j", (text, refs, unknown) => {
    expect(readRefs(text, known, all)).toEqual({ refs, unknown });
  });
});

describe("/pruner restore and prune", () => {
  it("show calls in full, and as stubs again", async () => {
    const { operator, play } = await operate([prompt("one"), flush()]);
    const shown = () =>
      play.request().rendered.filter((message, index) => message !== play.requests.at(-1)?.array[index])
        .length;
    expect(shown()).toBe(2);
    expect(await operator.type("restore t1..t9")).toBe(
      "pruner: `t1`, `t2` show in full from the next request on.",
    );
    expect(shown()).toBe(0);
    expect(await operator.type("restore all")).toBe("pruner: there is nothing to restore.");
    expect(await operator.type("restore t2")).toBe("pruner: 1 call is shown in full already.");
    expect(await operator.type("prune t2")).toBe("pruner: `t2` shows shortened from the next request on.");
    expect(shown()).toBe(1);
    expect(await operator.type("prune t2 t1")).toBe(
      "pruner: `t1` shows shortened from the next request on. 1 call is not restored already.",
    );
  });

  it("say what they take, and what they do not know", async () => {
    const { operator } = await operate([prompt("one"), flush()]);
    expect(await operator.type("restore")).toBe("pruner: restore takes refs such as t3 or t3..t7, or all.");
    expect(await operator.type("restore t77 x")).toBe("pruner: not a ref of this branch: t77, x.");
    expect(operator.marked).toEqual([]);
  });

  it("say what went wrong", async () => {
    const { operator } = await operate([prompt("one"), flush()], {
      refusal: "that could not be recorded (EROFS).",
    });
    expect(await operator.type("restore t1")).toBe("pruner: that could not be recorded (EROFS).");
  });
});
