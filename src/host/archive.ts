import type { ToolCallRecord } from "../model/entries.ts";
import { byteSize } from "../model/format.ts";
import { isToolResult, type ResultBlock, resultBlocks } from "../model/message.ts";
import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";
import { isShortRef } from "../model/refs.ts";
import { isSameContent, isSameText } from "../model/same-content.ts";
import { type Archive, type ArchivedCall, isMissing, type MissingCall } from "../recovery/archive.ts";
import type { SessionReader } from "./branch.ts";
import { type HeldResult, Originals, occurrenceOf } from "./originals.ts";
import { readSidecar } from "./sidecar.ts";

/**
 * The originals as the session holds them at this moment, every edit of the branch applied: what an edit took out is
 * not read from a sidecar or a record either. Make one for each query.
 */
export function sessionArchive(session: SessionReader): Archive {
  const originals = new Originals(session);
  const read: Archive["read"] = (key, record) => {
    const isOwn = key === keyOf(record);
    const result = originals.result(key, isOwn ? record : undefined);
    if (!isOwn && !result) return equalOutput(key, record, read(keyOf(record), record));
    return readSought({ session, originals, key, record, isOwn, result });
  };
  return { read };
}

const keyOf = ({ toolCallId, resultTimestamp, ordinal }: ToolCallRecord): OccurrenceKey =>
  occurrenceKey(toolCallId, resultTimestamp, ordinal);

/** One occurrence, and what the session holds of it. */
interface Sought {
  readonly session: SessionReader;
  readonly originals: Originals;
  readonly key: OccurrenceKey;
  readonly record: ToolCallRecord;
  /** False for an alias that comes with its original's record. */
  readonly isOwn: boolean;
  readonly result: HeldResult | undefined;
}

function readSought(sought: Sought): ArchivedCall | MissingCall {
  const { result, record, originals } = sought;
  if (result) return readHeld(sought, result);
  // Without a time nobody can tell which result of the id it was: an edit of any may have meant this one.
  if (record.resultTimestamp === undefined && originals.isEditedSomewhere(record.toolCallId))
    return missing(sought, "may have been removed from the session by an edit");
  return ownCopy(sought) ?? equalContent(sought) ?? damagedSidecar(sought) ?? gone(sought);
}

function readHeld(sought: Sought, { shown, isEdited }: HeldResult): ArchivedCall | MissingCall {
  if (!shown) return missing(sought, "was removed from the session by an edit");
  const content = resultBlocks(isToolResult(shown) ? shown.content : undefined);
  if (isEdited) return archived(sought, content, "An edit replaced this output; shown is what it put there.");
  if (!sought.isOwn || isSameContent(sought.record, content) !== false) return archived(sought, content);
  return (
    ownCopy(sought) ?? archived(sought, content, "What the session holds differs from what was archived.")
  );
}

/** The text in the record itself, or in a sidecar that is as long as it has to be. */
function ownCopy(sought: Sought): ArchivedCall | undefined {
  const { record, session } = sought;
  if (record.resultText) return archived(sought, [textBlock(record.resultText)]);
  const text = record.spillPath === undefined ? undefined : readSidecar(session, record.spillPath);
  if (text === undefined || isSameText(record, text) === false) return undefined;
  return archived(sought, [textBlock(text)]);
}

function equalContent(sought: Sought): ArchivedCall | MissingCall | undefined {
  const equal = sought.originals.sameContent(sought.record);
  if (!equal) return undefined;
  if (!equal.shown || equal.isEdited) return missing(sought, "was removed from the session by an edit");
  return archived(sought, resultBlocks(equal.entry.message.content));
}

function damagedSidecar(sought: Sought): ArchivedCall | undefined {
  const { record, session } = sought;
  const text = record.spillPath === undefined ? undefined : readSidecar(session, record.spillPath);
  if (!text) return undefined;
  return archived(
    sought,
    [textBlock(text)],
    "The file with this output was cut or changed: shown is what is left.",
  );
}

function gone(sought: Sought): MissingCall {
  const { spillPath, resultPreview } = sought.record;
  const where =
    spillPath === undefined
      ? "is no longer in the session"
      : "is lost: its file is missing and the session holds no copy";
  return { ...missing(sought, where), ...(resultPreview !== undefined && { preview: resultPreview }) };
}

/** An alias whose own result is gone shows the output it was equal to. */
function equalOutput(
  key: OccurrenceKey,
  record: ToolCallRecord,
  original: ArchivedCall | MissingCall,
): ArchivedCall | MissingCall {
  if (isMissing(original)) return { ...original, args: undefined };
  const { ref: _, turnIndex: __, ...call } = original;
  const note = `This call is no longer in the session; its output was equal to that of ${record.ref ?? keyOf(record)}, shown here.`;
  return { ...call, key, args: undefined, note };
}

function archived(sought: Sought, content: readonly ResultBlock[], note?: string): ArchivedCall {
  const { key, record, isOwn, result } = sought;
  const { resultTimestamp } = occurrenceOf(key, isOwn ? record : undefined);
  const shownName: unknown = result?.entry.message.toolName;
  const { args, argsNote } = argsOf(sought);
  const notes = [note, argsNote].filter((part) => part !== undefined);
  return {
    key,
    // Not every file that was written by hand or by a fork names the tool.
    toolName: typeof shownName === "string" ? shownName : record.toolName,
    args,
    content,
    isError: result ? result.entry.message.isError === true : record.isError === true,
    ...(isOwn && record.ref !== undefined && isShortRef(record.ref) && { ref: record.ref }),
    ...(isOwn && record.turnIndex !== undefined && { turnIndex: record.turnIndex }),
    ...(resultTimestamp !== undefined && { resultTimestamp }),
    ...(notes.length > 0 && { note: notes.join(" ") }),
  };
}

function argsOf({ originals, key, record, isOwn, result }: Sought): { args: unknown; argsNote?: string } {
  const occurrence = occurrenceOf(key, isOwn ? record : undefined);
  const held = originals.args(occurrence, result, isOwn ? record.assistantEntryId : undefined);
  if (held?.kind === "held") return { args: held.value };
  if (held?.kind === "removed")
    return { args: undefined, argsNote: "An edit removed the arguments of this call from the session." };
  return { args: isOwn ? record.args : undefined };
}

function missing(sought: Sought, what: string): MissingCall {
  const { toolName, isError, resultTimestamp, chars, spillBytes } = sought.record;
  const size = spillBytes === undefined ? undefined : byteSize(spillBytes);
  const facts = [
    `a call of ${toolName} that ${isError ? "failed" : "succeeded"}`,
    ...(resultTimestamp === undefined ? [] : [`ended ${isoTime(resultTimestamp)}`]),
    ...(size !== undefined
      ? [`${size} of output`]
      : chars !== undefined
        ? [`${chars} characters of output`]
        : []),
  ];
  return { missing: `This output ${what}. Still known: ${facts.join(", ")}.`, args: argsOf(sought).args };
}

// Timestamps come from the file: not every number is a date.
const isoTime = (timestamp: number): string =>
  Number.isFinite(new Date(timestamp).getTime()) ? new Date(timestamp).toISOString() : String(timestamp);

const textBlock = (text: string): ResultBlock => ({ type: "text", text });
