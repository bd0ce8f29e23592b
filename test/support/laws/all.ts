import type { Watch } from "../play.ts";
import { liveEqualsReload } from "./live-reload.ts";
import { neverLarger } from "./never-larger.ts";
import { readFirst, standsRead } from "./read-first.ts";
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

/** Every law, as in the properties of each of them. */
export const allLaws: Watch = {
  request(request, play) {
    for (const law of [readFirst, ...laws]) law.request?.(request, play);
  },
  step(play, step) {
    for (const law of laws) law.step?.(play, step);
  },
};

/** Every law that can be told from one request, or from what is recorded, whenever there is a request. */
export const everyLaw: Required<Pick<Watch, "request">> = {
  request(request, play) {
    for (const law of laws) {
      law.request?.(request, play);
      law.step?.(play, { kind: "reload" });
    }
  },
};
