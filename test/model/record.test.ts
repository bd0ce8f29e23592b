import { describe, expect, it } from "vitest";
import { captureBranch } from "../../src/capture/capture.ts";
import { exactHash } from "../../src/model/hash.ts";
import { recordOfCall } from "../../src/model/record.ts";
import { shortRef } from "../../src/model/refs.ts";
import { branchOf } from "../support/branch.ts";
import { calls, type Line, result } from "../support/transcript.ts";

/** The records of the results behind a message that calls tools. */
const records = (...results: readonly Line[]) =>
  captureBranch(branchOf([calls(...results.map(() => "a")), ...results])).flatMap((batch) =>
    batch.calls.map((call, at) => ({ call, record: recordOfCall(call, batch, shortRef(at + 1)) })),
  );

describe("a record of a call", () => {
  it("tells its content by the hash of the reference and by its size", () => {
    const [{ record } = { record: undefined }] = records(result("a", { text: "four" }));
    expect(record).toMatchObject({ chars: 4, contentHash: expect.any(String), entryId: "e1" });
    expect(record).not.toHaveProperty("exactHash");
  });

  it.each<readonly [string, readonly Line[]]>([
    ["results share an id and a millisecond", [result("a", { text: "1", at: 5 }), result("a", { at: 5 })]],
    ["it has no time", [{ ...result("a"), timestamp: undefined } as unknown as Line]],
    ["it has an image", [result("a", { images: 1 })]],
  ])("tells it exactly where %s", (_, results) => {
    const found = records(...results);
    expect(found).toHaveLength(results.length);
    for (const { call, record } of found) expect(record.exactHash).toBe(exactHash(call.content));
  });
});
