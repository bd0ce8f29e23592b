import { isAssistant, isDropped, type Messages } from "../../../src/model/message.ts";
import { Pruner } from "../../../src/pruner.ts";
import { expectSame } from "../expect-same.ts";
import type { Request, Watch } from "../play.ts";
import { sent, sourceOf } from "../source.ts";

/**
 * With the same entries of the pruner, two requests agree on everything made from the longest common beginning of
 * their arrays; and a pruner that has just read the session renders the same as the one that wrote it.
 */
export const stablePrefix: Watch = {
  request(request, { requests, session }) {
    const earlier = requests.slice(0, -1).filter(({ recorded }) => recorded === request.recorded);
    for (const other of [earlier[0], earlier.at(-1)]) if (other) expectAgreement(other, request);
    const reloaded = new Pruner();
    reloaded.open(session.port());
    expectSame(sent(reloaded.render(request.array)), sent(request.rendered));
  },
};

export function expectAgreement(a: Pick<Request, "array" | "rendered">, b: typeof a): void {
  const common = commonLength(sent(a.array), sent(b.array));
  expectSame(madeFrom(a, common), madeFrom(b, common));
}

/** What the render made of the first `count` messages that are sent at all. */
function madeFrom(
  { array, rendered }: Pick<Request, "array" | "rendered">,
  count: number,
): readonly string[] {
  const end = endOf(array, count);
  // What the render made up belongs to the message behind it.
  const first = rendered.findIndex((message) => (sourceOf(message) ?? -1) >= end);
  return sent(first < 0 ? rendered : rendered.slice(0, first));
}

function endOf(array: Messages, count: number): number {
  let left = count;
  const end = array.findIndex((message) => {
    if (isAssistant(message) && isDropped(message)) return false;
    return left-- === 0;
  });
  return end < 0 ? array.length : end;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((message, index) => message !== b[index]);
  return different < 0 ? a.length : different;
}
