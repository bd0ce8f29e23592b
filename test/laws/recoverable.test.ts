import { describe, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { recoverable } from "../support/laws/recoverable.ts";

describe("everything can be got back", () => {
  it("holds in every history", () => holdsFor(recoverable));
});
