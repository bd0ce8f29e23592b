import { describe, it } from "vitest";
import { holdsFor } from "../support/histories.ts";
import { liveEqualsReload } from "../support/laws/live-reload.ts";
import { neverLarger } from "../support/laws/never-larger.ts";
import { readFirst } from "../support/laws/read-first.ts";
import { recoverable } from "../support/laws/recoverable.ts";
import { spilled } from "../support/laws/spilled.ts";
import { stablePrefix } from "../support/laws/stable-prefix.ts";
import { summaryWithStub } from "../support/laws/summary.ts";
import { together } from "../support/laws/together.ts";
import { valid } from "../support/laws/valid.ts";
import type { Watch } from "../support/play.ts";

const laws: readonly Watch[] = [
  spilled,
  valid,
  readFirst,
  summaryWithStub,
  stablePrefix,
  recoverable,
  neverLarger,
  liveEqualsReload,
];

describe("what is too large goes out as a preview", () => {
  it("holds in every history, and every other law with it", () => holdsFor(together(laws)));
});
