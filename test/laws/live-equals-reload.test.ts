import { describe, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { liveEqualsReload } from "../support/laws/live-reload.ts";

describe("live state equals reloaded state", () => {
  it("holds in every history", () => holdsFor(liveEqualsReload));
});
