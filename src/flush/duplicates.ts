import { captureBranch } from "../capture/capture.ts";
import type { CapturedCall } from "../model/batch.ts";
import type { BranchMessage } from "../model/branch.ts";
import { contentHash, imageHash } from "../model/hash.ts";
import { textOf } from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { refOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";

const hashOf = ({ toolName, content }: CapturedCall): string => contentHash(toolName, textOf(content));

/**
 * Equal for two results of which one may stand for the other: the reference's content hash, the same status, and the
 * same images byte for byte.
 */
export const samenessOf = (call: CapturedCall): string =>
  `${hashOf(call)} ${call.isError} ${imageHash(call.content)}`;

/**
 * Finds the recorded call that showed what another call shows. A hash in a record alone is no proof: the original is
 * looked at as the branch holds it now, with its edits.
 */
export function originalFinder({
  state,
  branch,
}: {
  readonly state: Readonly<PruneState>;
  readonly branch: readonly BranchMessage[];
}): (call: CapturedCall) => OccurrenceKey | undefined {
  let calls: ReadonlyMap<OccurrenceKey, CapturedCall> | undefined;
  return (call) => {
    const key = state.canonicals.get(hashOf(call));
    if (key === undefined || key === call.key || refOf(state, key) === undefined) return undefined;
    calls ??= new Map(
      captureBranch(branch).flatMap((batch) => batch.calls.map((it) => [it.key, it] as const)),
    );
    const original = calls.get(key);
    return original && samenessOf(original) === samenessOf(call) ? key : undefined;
  };
}
