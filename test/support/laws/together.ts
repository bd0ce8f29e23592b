import type { Watch } from "../play.ts";

/** Several laws at once, in their order. */
export const together = (laws: readonly Watch[]): Watch => ({
  request(request, play) {
    for (const law of laws) law.request?.(request, play);
  },
  step(play, step) {
    for (const law of laws) law.step?.(play, step);
  },
});
