import type { SessionEntry } from "@mariozechner/pi-coding-agent";
import type { ToolCallRecord } from "../../../src/model/entries.ts";
import type { RecordedRequest } from "../loopback/script.ts";
import { stringsIn } from "../requests.ts";
import { pruneEntries } from "../session-file.ts";
import { type EditedMessage, editedMessages } from "./edited-branch.ts";
import { type SentCall, type SentResult, viewOf } from "./request-view.ts";

/** What the file of a session says about the calls of all its branches. */
export interface Archive {
  /** Calls whose results were read by an answer without content, which no later request shows. */
  readonly silentlyRead: ReadonlySet<string>;
  readonly byRef: ReadonlyMap<string, ToolCallRecord>;
  /** Refs that a summary has given out although its branch was left before their records came: they resolve as well. */
  readonly named: ReadonlySet<string>;
  /** Refs that were given to another call as well. */
  readonly reused: readonly string[];
  /** By the id of the call, which no two calls of a walk share. */
  readonly originals: ReadonlyMap<string, Original>;
}

export interface Original {
  readonly toolName: string;
  /** As the latest edit has left it. */
  readonly text: string;
  readonly images: readonly string[];
  readonly edit?: "replaced" | "removed";
}

/** `branch` has the edits that count for its own messages. */
export function archiveOf(
  entries: readonly SessionEntry[],
  requests: readonly RecordedRequest[],
  branch: readonly SessionEntry[] = [],
): Archive {
  const records = pruneEntries({ entries }).flatMap((entry): readonly ToolCallRecord[] => {
    if (entry.type !== "custom") return [];
    // Written by the pruner itself.
    const data = entry.data as { toolCalls?: ToolCallRecord[]; record?: ToolCallRecord };
    if (entry.customType === "context-prune-index") return data.toolCalls ?? [];
    return entry.customType === "context-prune-dedup-alias" && data.record ? [data.record] : [];
  });
  const silent = requests.filter(({ outcome }) => outcome === "empty");
  const byRef = new Map(records.flatMap((record) => (record.ref ? [[record.ref, record] as const] : [])));
  return {
    silentlyRead: new Set(silent.flatMap((request) => viewOf(request).results.map(({ id }) => id))),
    byRef,
    named: new Set(
      pruneEntries({ entries }).flatMap((entry) =>
        entry.type === "custom" && entry.customType === "context-prune-summary"
          ? (entry.data as { toolCallRefs: { shortId: string }[] }).toolCallRefs.map(({ shortId }) => shortId)
          : [],
      ),
    ),
    reused: records.flatMap(({ ref = "", toolCallId }) =>
      [undefined, toolCallId].includes(byRef.get(ref)?.toolCallId) ? [] : [ref],
    ),
    originals: new Map([...editedMessages(entries), ...editedMessages(branch)].flatMap(originalOf)),
  };
}

function originalOf({ entry, shown, isEdited }: EditedMessage): readonly (readonly [string, Original])[] {
  if (entry.message.role !== "toolResult") return [];
  const { toolName, toolCallId } = entry.message;
  const content = shown?.role === "toolResult" ? shown.content : [];
  const original: Original = {
    toolName,
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    images: content.flatMap((block) => (block.type === "image" ? [block.data] : [])),
    ...(isEdited && { edit: shown ? "replaced" : "removed" }),
  };
  return [[toolCallId, original]];
}

/**
 * What is wrong with a request, one line per fault: stubs and placeholders stand at their own calls, and name them.
 * Results that were edited somewhere are compared only where the archive has the edits of the request's own branch.
 */
export function faultsOfRequest(
  request: RecordedRequest,
  archive: Archive,
  isOfBranch: boolean,
): readonly string[] {
  const { results, calls, texts } = viewOf(request);
  const named = texts
    .flatMap(refsNamedIn)
    .filter((ref) => !archive.byRef.has(ref) && !archive.named.has(ref));
  const faults = [
    ...results.flatMap((result) => faultsOfResult(result, archive, isOfBranch)),
    ...calls.flatMap((call) => faultsOfCall(call, archive)),
    ...named.map((ref) => `${ref} is named and has no record`),
  ];
  return faults.map((fault) => `request ${request.index}: ${fault}`);
}

function faultsOfResult(
  { id, text, isLatest }: SentResult,
  { byRef, originals, silentlyRead }: Archive,
  isOfBranch: boolean,
): readonly string[] {
  const held = originals.get(id);
  const original = held?.edit === undefined || isOfBranch ? held : undefined;
  const ref = STUB.exec(text)?.[1];
  if (ref === undefined)
    return original && !isAsItWas(text, original) ? [`${id} was changed: ${text.slice(0, 200)}`] : [];
  const record = byRef.get(ref);
  if (!record) return [`${ref} has no record`];
  const isLonger = original && text.length >= original.text.length + IMAGE_CHARS * original.images.length;
  return [
    ...(record.toolCallId === id ? [] : [`${ref} stands at ${id}, its own call is ${record.toolCallId}`]),
    ...(isLatest && !record.spilled && !silentlyRead.has(id)
      ? [`${ref} was shortened before it was read`]
      : []),
    ...(isLonger ? [`${ref} is not shorter than what it stands for`] : []),
  ];
}

const STUB = /^\[(?:pruned|spilled) · ref `(t\d+)`/;

/**
 * A host makes up results of calls that a move has cut off; what was recovered may have become one line; and a model
 * without eyes is told so in the place of an image.
 */
const isAsItWas = (text: string, { toolName, text: original, images }: Original): boolean =>
  text === original ||
  text === "No result provided" ||
  toolName === "context_tree_query" ||
  images.length > 0;

/** What an image counts where sizes are compared. */
const IMAGE_CHARS = 4800;

function faultsOfCall({ id, input }: SentCall, { byRef }: Archive): readonly string[] {
  return [...stringsIn(input)].flatMap((text) => {
    const [, condensed, purged] = PLACEHOLDER.exec(text) ?? [];
    const ref = condensed ?? purged;
    if (ref === undefined || byRef.get(ref)?.toolCallId === id) return [];
    return [`the placeholder of ${ref} stands at ${id}`];
  });
}

const PLACEHOLDER = /^(?:\[condensed `(t\d+)`|<purged-errored-args size="\d+" ref="(t\d+)")/;

/** Refs that blocks of chains and the line behind a compaction name. */
function refsNamedIn(text: string): readonly string[] {
  const tools = [...text.matchAll(/^<compressed-chain id="b\d+" tools="([^"]*)">/gm)].map(([, refs]) => refs);
  const listed = /stay recoverable: context_tree_query, refs (.*)\]/.exec(text)?.[1];
  return [...tools, listed].flatMap((refs) => (refs ?? "").split(/, ?/).flatMap(expanded));
}

function expanded(range: string): readonly string[] {
  const [first = 0, last = first] = [...range.matchAll(/t(\d+)/g)].map(([, number]) => Number(number));
  return first === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => `t${first + at}`);
}
