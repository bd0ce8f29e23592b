import type { OccurrenceKey } from "../model/occurrence.ts";
import { keyOfRecord } from "../model/record.ts";
import { type ShortRef, shortRef } from "../model/refs.ts";
import type { BatchSummary } from "../ports.ts";
import { refOf, shownRef } from "../state/queries.ts";
import { aliasLines } from "./alias-stub.ts";
import { recordFor } from "./call-record.ts";
import { dueArguments } from "./due-arguments.ts";
import type { Alias, FlushContext, Job, Settle } from "./stage.ts";

/**
 * Makes the aliases of duplicates whose original is recorded, before or by this flush. Where the original was passed
 * over as too short for a stub, so are its duplicates; where it waits for another flush, they wait with it.
 */
export const settleDuplicates: Settle = (jobs, context) => {
  const fates = fatesIn(jobs);
  const makeAlias = aliasMaker(context);
  let next = context.firstRef + [...fates.values()].filter(({ kind }) => kind === "recorded").length;
  return jobs.map((job): Job => {
    if (job.status !== "duplicate") return job;
    const { batch, original } = job;
    const fate = fates.get(original);
    if (fate?.kind === "oversized")
      return { batch, status: "skipped", reason: "oversized", source: fate.source };
    const alias = makeAlias(job, fate?.ref ?? shownRef(context.state, original), shortRef(next));
    if (!alias) return job;
    if (alias.record.ref === shortRef(next)) next++;
    return { batch, status: "aliased", alias };
  });
};

/** What became of a call of this flush. */
type Fate =
  | { readonly kind: "recorded"; readonly ref: string }
  | { readonly kind: "oversized"; readonly source: BatchSummary["source"] };

const fatesIn = (jobs: readonly Job[]): ReadonlyMap<OccurrenceKey, Fate> => new Map(jobs.flatMap(fatesOf));

function fatesOf(job: Job): readonly (readonly [OccurrenceKey, Fate])[] {
  if (job.status === "indexed") {
    const { source } = job.summary;
    return [
      ...job.records.map(
        (record) => [keyOfRecord(record), { kind: "recorded", ref: record.ref ?? "" }] as const,
      ),
      ...job.oversized.map(({ key }) => [key, { kind: "oversized", source }] as const),
    ];
  }
  if (job.status !== "skipped" || job.reason !== "oversized") return [];
  return job.batch.calls.map(({ key }) => [key, { kind: "oversized", source: job.source }]);
}

function aliasMaker(context: FlushContext) {
  const { state, settings, nonce } = context;
  const dueOf = dueArguments(context);
  return (
    { batch, original }: Extract<Job, { status: "duplicate" }>,
    originalRef: string | undefined,
    free: ShortRef,
  ): Alias | undefined => {
    const call = batch.calls[0];
    if (!call || originalRef === undefined) return undefined;
    const lines = aliasLines(call, originalRef, settings);
    // A spilled duplicate has a ref already, and gets another stub under it.
    const ref = refOf(state, call.key) ?? free;
    const record = recordFor({ call, batch, ref, lines, due: dueOf(call), nonce });
    return record?.stub === undefined ? undefined : { record, original };
  };
}
