import { describe, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { readFirst } from "../support/laws/read-first.ts";

describe("nothing is taken before the model has read it", () => {
  it("holds in every history", () => holdsFor(readFirst));
});
