import type { Watch } from "../play.ts";
import { liveEqualsReload } from "./live-reload.ts";
import { neverLarger } from "./never-larger.ts";
import { standsRead } from "./read-first.ts";
import { recoverable } from "./recoverable.ts";
import { stablePrefix } from "./stable-prefix.ts";
import { summaryWithStub } from "./summary.ts";
import { untouched } from "./untouched.ts";
import { valid } from "./valid.ts";

const laws: readonly Watch[] = [
  valid,
  standsRead,
  summaryWithStub,
  stablePrefix,
  recoverable,
  neverLarger,
  untouched,
  liveEqualsReload,
];

/** Every law that can be told from one request, or from what is recorded, whenever there is a request. */
export const everyLaw: Required<Pick<Watch, "request">> = {
  request(request, play) {
    for (const law of laws) {
      law.request?.(request, play);
      law.step?.(play, { kind: "reload" });
    }
  },
};
