import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { stringsIn } from "../../../src/model/argument-strings.ts";
import type { PruneEntry, ToolCallRecord } from "../../../src/model/entries.ts";
import { contentHash, exactHash, imageHash, nameHash } from "../../../src/model/hash.ts";
import { textOf } from "../../../src/model/message.ts";
import type { OccurrenceKey } from "../../../src/model/occurrence.ts";
import { pairCalls } from "../../../src/model/paired-calls.ts";
import { isShortRef } from "../../../src/model/refs.ts";
import { wellFormed } from "../../../src/model/text.ts";
import { recordOf } from "../../../src/state/queries.ts";
import type { Play, Watch } from "../play.ts";
import { type Condensed, condensedIn, type Stubbed, stubbedIn } from "../source.ts";

const PLACEHOLDER = /^\[condensed `(t\d+)` #|^<purged-errored-args size="\d+" ref="(t\d+)"/;
const HEADER = /^\[(?:pruned|spilled) · ref `(t\d+)` · /;

/** A stub says what the summarizer said of its call, and the ref in it is that call's and nobody else's. */
export const summaryWithStub: Watch = {
  request(request, play) {
    const stubbed = stubbedIn(request);
    const keys = new Map(
      stubbed.length > 0 ? pairCalls(request.array).map(({ resultIndex, key }) => [resultIndex, key]) : [],
    );
    for (const each of stubbed) expectOwnSummary(each, keys.get(each.index), play);
    for (const condensed of condensedIn(request)) expectOwnPlaceholders(condensed, play);
  },
  step(play) {
    expectNamesAreUnique([...play.session.port().fileEntries()]);
  },
};

function expectOwnSummary(
  { source, shown, entryId }: Stubbed,
  key: OccurrenceKey | undefined,
  play: Play,
): void {
  const { state } = play.pruner;
  const text = textOf(shown.content);
  const record = state && key && recordOf(state, key);
  expect(record).toMatchObject({ stub: text, toolCallId: source.toolCallId });
  expectOwnRecord(record, source, entryId);
  // What was only recovered has no name of its own: the originals keep theirs.
  if (record?.ref === undefined) expect(record?.toolName).toBe("context_tree_query");
  else {
    expect(HEADER.exec(text)?.[1]).toBe(record.ref);
    expect(isShortRef(record.ref) && state?.keyOfRef.get(record.ref)).toBe(key);
    const original = key && state?.aliases.get(key);
    if (original !== undefined) expectSameOutput(source, { text, original }, play);
    else if (record.spilled) expect(textOf(source.content).startsWith(previewIn(text))).toBe(true);
    else expectLines(text, record.ref, play.summaries.get(record.entryId ?? "") ?? []);
  }
}

/** Of results with one id, one millisecond and one text nothing tells which is which when one of them leaves. */
function expectOwnRecord(
  record: ToolCallRecord | undefined,
  source: Stubbed["source"],
  entryId: string | undefined,
): void {
  if (record?.entryId !== entryId) expect(twinNames(record)).toEqual(twinNames(recordLike(source)));
}

type Twin = Pick<ToolCallRecord, "toolCallId" | "resultTimestamp" | "exactHash">;

const recordLike = ({ toolCallId, timestamp, content }: Stubbed["source"]): Twin => ({
  toolCallId,
  resultTimestamp: timestamp,
  exactHash: exactHash(content),
});

const twinNames = (twin: Twin | undefined) => [twin?.toolCallId, twin?.resultTimestamp, twin?.exactHash];

const previewIn = (text: string): string => text.split("\n").slice(1, 2).join("");

function expectLines(text: string, ref: string, said: readonly string[]): void {
  expect(text.endsWith(`\n[full output: context_tree_query({ toolCallIds: ["${ref}"] })]`)).toBe(true);
  expect(said.some((lines) => text.includes(wellFormed(lines)))).toBe(true);
}

/** The stub of a repeat names the call that showed the same, and that call did. */
function expectSameOutput(
  { content, isError }: Stubbed["source"],
  { text, original }: { text: string; original: OccurrenceKey },
  { pruner: { state }, session }: Play,
): void {
  expect(text.toLowerCase()).toContain(`same output as \`${state?.refOfKey.get(original)}\``);
  const { entryId } = (state && recordOf(state, original)) ?? {};
  const found = session
    .port()
    .branch()
    .find((it) => it.entryId === entryId);
  expect(found?.message.role).toBe("toolResult");
  const shown = found?.message as Stubbed["source"];
  // What a result is called is a matter of the call it answers.
  expect([shown.isError, imageHash(shown.content)]).toEqual([isError, imageHash(content)]);
  expect(contentHash("", textOf(shown.content))).toBe(contentHash("", textOf(content)));
}

/** Every placeholder names the record of its own call, and stands where that record says. */
function expectOwnPlaceholders({ source, shown, entryId }: Condensed, { pruner: { state } }: Play): void {
  const before = stringsIn(source.arguments);
  for (const [index, { path, text }] of stringsIn(shown.arguments).entries()) {
    const original = before[index]?.text ?? "";
    if (text === original) continue;
    const ref = PLACEHOLDER.exec(text)?.slice(1).find(Boolean) ?? "";
    const key = isShortRef(ref) ? state?.keyOfRef.get(ref) : undefined;
    const record = state && key && recordOf(state, key);
    expect(record).toMatchObject({ ref, toolCallId: source.id });
    const effect = effectAt(record, path);
    expect(effect?.text).toBe(text);
    // Of twins, the string that the ref brings back is the same.
    if (record?.assistantEntryId !== entryId) expect(effect?.hash).toBe(nameHash(original));
  }
}

const effectAt = (record: ToolCallRecord | undefined, path: readonly (string | number)[]) =>
  record?.arguments?.find((each) => isDeepStrictEqual(each.path, path));

/** No name ever stands for two calls, whatever branches they are on. */
function expectNamesAreUnique(entries: readonly PruneEntry[]): void {
  const owners = new Map<string, string>();
  for (const record of entries.flatMap(recordsIn)) {
    const owner = owners.get(record.ref ?? "") ?? nameOf(record);
    // The same call may be recorded again under its name; recovered outputs have none.
    if (record.ref !== undefined) expect(nameOf(record), record.ref).toBe(owner);
    owners.set(record.ref ?? "", owner);
  }
  // A summary whose index entry the host refused names what nobody will ever see.
  const named = entries
    .flatMap((entry) => (entry.type === "context-prune-summary" ? entry.data.toolCallRefs : []))
    .filter(({ shortId }) => owners.has(shortId));
  expect(named.map(nameOf)).toEqual(named.map(({ shortId }) => owners.get(shortId)));
}

function recordsIn(entry: PruneEntry): readonly ToolCallRecord[] {
  if (entry.type === "context-prune-dedup-alias") return entry.data.record ? [entry.data.record] : [];
  return entry.type === "context-prune-index" ? entry.data.toolCalls : [];
}

const nameOf = (call: Pick<ToolCallRecord, "toolCallId" | "resultTimestamp" | "ordinal">): string =>
  JSON.stringify([call.toolCallId, call.resultTimestamp, call.ordinal ?? 0]);
