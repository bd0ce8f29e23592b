import { describe, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { neverLarger } from "../support/laws/never-larger.ts";

describe("nothing makes the context longer", () => {
  it("holds in every history", () => holdsFor(neverLarger));
});
