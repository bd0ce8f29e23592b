import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { sessionArchive } from "../../src/host/archive.ts";
import { type Operated, Operator } from "./command-context.ts";
import type { Step } from "./history.ts";
import type { Play } from "./play.ts";
import { played } from "./played.ts";

/** `/pruner` on a played session: its state, its archive and its latest request are the real ones. */
export async function operate(
  steps: readonly Step[],
  options: Operated = {},
): Promise<{ operator: Operator; play: Play }> {
  const { played: play, request } = await played(...steps);
  const { state } = play.pruner;
  // The archive reads entries by the methods that the real session manager of the play has.
  const reader = play.session.manager as unknown as ExtensionContext["sessionManager"];
  const operator = new Operator({
    request,
    archive: sessionArchive(reader),
    mark: (mark, refs) => play.pruner.mark(mark, refs),
    ...(state && { state }),
    ...options,
  });
  return { operator, play };
}
