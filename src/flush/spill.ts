import type { CapturedCall } from "../model/batch.ts";
import type { PruneEntry, ToolCallRecord } from "../model/entries.ts";
import { textOf } from "../model/message.ts";
import { keyOfRecord, recordOfCall } from "../model/record.ts";
import { type ShortRef, shortRef } from "../model/refs.ts";
import type { Blobs } from "../ports.ts";
import { recordOf, shownRef } from "../state/queries.ts";
import { aliasEntry } from "./alias-entry.ts";
import { type DueSpill, dueSpills, type SpillQuestion } from "./due-spills.ts";
import { originalFinder, samenessOf } from "./duplicates.ts";
import { spillStub } from "./spill-stub.ts";

/** What a spill came to. */
export interface Spilled {
  /** To be recorded before the request is rendered. */
  readonly entries: readonly PruneEntry[];
  /** Why results stay inline that are too large. */
  readonly failures: readonly string[];
}

/** How one result goes out: with a file of its own, or as the repeat of an earlier one. */
type Spilling =
  | { readonly kind: "file"; readonly record: ToolCallRecord; readonly sameness: string }
  | { readonly kind: "alias"; readonly record: ToolCallRecord; readonly original: ToolCallRecord }
  | { readonly kind: "failure"; readonly message: string };

/**
 * Puts every unread result at or above the threshold into a file before a request carries it whole, and says what to
 * record. A repeat of an earlier result gets no second file. What cannot be written stays inline.
 */
export function spill(question: SpillQuestion, blobs: Blobs): Spilled {
  const { firstRef, settings } = question;
  const findOriginal = recordedOriginals(question);
  const done: Spilling[] = [];
  for (const due of dueSpills(question)) {
    const ref = shortRef(firstRef + done.filter(({ kind }) => kind !== "failure").length);
    const place = { due, ref, previewBytes: settings.spillPreviewBytes };
    const original = settings.dedupByContentHash ? findOriginal(due.call, done) : undefined;
    done.push(original ? asAlias(place, original) : asFile(place, blobs));
  }
  const records = done.flatMap((one) => (one.kind === "file" ? [one.record] : []));
  return {
    entries: [
      ...(records.length > 0 ? [{ type: "context-prune-index", data: { toolCalls: records } } as const] : []),
      ...done.flatMap((one) =>
        one.kind === "alias" ? [aliasEntry({ record: one.record, original: keyOfRecord(one.original) })] : [],
      ),
    ],
    failures: done.flatMap((one) => (one.kind === "failure" ? [one.message] : [])),
  };
}

/** Finds the record with the same output: an earlier one of the session, or one of this spill. */
function recordedOriginals(question: SpillQuestion) {
  const recorded = originalFinder(question);
  const { state } = question;
  return (call: CapturedCall, done: readonly Spilling[]): ToolCallRecord | undefined => {
    const key = recorded(call);
    const record = key && recordOf(state, key);
    const ref = key && shownRef(state, key);
    if (record && ref) return { ...record, ref };
    const sameness = samenessOf(call);
    return done.flatMap((one) => (one.kind === "file" && one.sameness === sameness ? [one.record] : []))[0];
  };
}

interface Place {
  readonly due: DueSpill;
  readonly ref: ShortRef;
  readonly previewBytes: number;
}

function asFile({ due: { call, batch }, ref, previewBytes }: Place, blobs: Blobs): Spilling {
  const file = blobs.write(call.key, textOf(call.content));
  if (!file.ok) return { kind: "failure", message: file.message };
  const { path, bytes } = file;
  const stub = spillStub({ ref, call, previewBytes, path });
  const record = {
    ...recordOfCall(call, batch, ref),
    stub,
    spilled: true as const,
    spillPath: path,
    spillBytes: bytes,
  };
  return { kind: "file", record, sameness: samenessOf(call) };
}

/** The text is in the file of the original, but for blanks at line ends; the session's own entry has it exactly. */
function asAlias({ due: { call, batch }, ref, previewBytes }: Place, original: ToolCallRecord): Spilling {
  const stub = spillStub({ ref, call, previewBytes, path: original.spillPath, original: original.ref ?? "" });
  return { kind: "alias", record: { ...recordOfCall(call, batch, ref), stub, spilled: true }, original };
}
