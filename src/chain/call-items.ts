import { QUERY_TOOL } from "../capture/read-batches.ts";
import { digestCallOf } from "../digest/digest-call.ts";
import { outcomeOf } from "../digest/outcome.ts";
import type { CapturedBatch, CapturedCall } from "../model/batch.ts";
import { plural } from "../model/format.ts";
import { imagesOf } from "../model/message.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import { isSameContent } from "../model/same-content.ts";
import { stubLines } from "../model/stub-lines.ts";
import { head } from "../model/text.ts";
import { recordOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";
import type { Digest } from "../summary/digest-summary.ts";

/** One thing a chain did, as its block can tell it: what it was, and what came of it. */
export interface Item {
  readonly head: string;
  /** Made when asked for: a long chain has room for the lines of few. */
  readonly lines: () => readonly string[];
}

/** What is known of the calls of a chain when its block is made. */
export interface CallFacts {
  readonly state: Readonly<PruneState>;
  readonly refOfKey: ReadonlyMap<OccurrenceKey, string>;
  readonly protectedKeys: ReadonlySet<OccurrenceKey>;
  readonly digest: Digest;
  /** Whether the text of a record may still be shown, as far as it depends on more than the result. */
  readonly isAsPrompted: (key: OccurrenceKey) => boolean;
}

const SUBJECT_CHARS = 100;
const REMARK_CHARS = 160;

/** The calls of a batch in order; what the assistant said beside them is told with the first. */
export function itemsOf(batch: CapturedBatch, facts: CallFacts): Item[] {
  const remark = oneLine(batch.assistantText, REMARK_CHARS);
  const [first, ...others] = batch.calls.map((call) => itemOf(call, facts));
  if (!first) return [];
  if (remark === "") return [first, ...others];
  return [{ head: first.head, lines: () => [`said: ${remark}`, ...first.lines()] }, ...others];
}

function itemOf(call: CapturedCall, facts: CallFacts): Item {
  const images = imagesOf(call.content).length;
  const name = oneLine(call.toolName, SUBJECT_CHARS);
  if (call.toolName === QUERY_TOOL)
    return { head: `- ${name}: ${subjectOf(call)} (originals read again)`, lines: () => [] };
  const notes = [
    outcomeOf(digestCallOf(call)),
    images > 0 ? plural(images, "image") : undefined,
    facts.protectedKeys.has(call.key) ? "kept below" : undefined,
  ].filter((note) => note !== undefined);
  const ref = facts.refOfKey.get(call.key);
  const what = [ref && `\`${ref}\``, name, subjectOf(call)].filter(Boolean).join(" ");
  return { head: `- ${[what, ...notes].join(" · ")}`, lines: () => linesOf(call, facts) };
}

/** The lines a flush recorded for the call, while it is what they were made from; else what the digest says of it now. */
function linesOf(
  call: CapturedCall,
  { state, protectedKeys, digest, isAsPrompted }: CallFacts,
): readonly string[] {
  if (protectedKeys.has(call.key)) return [];
  const record = recordOf(state, call.key);
  const isTrue = record && isSameContent(record, call.content) !== false && isAsPrompted(call.key);
  const text = isTrue && record.stub !== undefined ? stubLines(record.stub) : digest(call);
  return text.split("\n").filter((line) => line.trim() !== "");
}

const SUBJECT_KEYS = ["path", "file_path", "filePath", "filename", "command", "pattern", "query", "url"];

/** What a call was about: the argument that usually says so, else the beginning of all of them. */
export function subjectOf({ args }: CapturedCall): string {
  const key = SUBJECT_KEYS.find((name) => typeof args[name] === "string");
  const subject = key === undefined ? argumentsText(args) : String(args[key]);
  return oneLine(subject, SUBJECT_CHARS);
}

/** Arguments as JSON on one line, "" for none. */
export function argumentsText(args: Readonly<Record<string, unknown>>): string {
  return Object.keys(args).length === 0 ? "" : (JSON.stringify(args) ?? "");
}

/** A text on one line, cut at `max` characters. */
export function oneLine(text: string, max: number): string {
  // Texts may be long, and what is looked at beyond the cut is for nothing.
  const flat = head(text, max * 4)
    .replace(/\s+/g, " ")
    .trim();
  return flat.length > max ? `${head(flat, max - 1)}…` : flat;
}
