import { describe, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { summaryWithStub } from "../support/laws/summary.ts";

describe("every stub carries its summary, and every ref its call", () => {
  it("holds in every history", () => holdsFor(summaryWithStub));
});
