import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { stringsIn } from "../../../src/model/argument-strings.ts";
import type { PruneEntry, ToolCallRecord } from "../../../src/model/entries.ts";
import { contentHash } from "../../../src/model/hash.ts";
import { textOf } from "../../../src/model/message.ts";
import type { OccurrenceKey } from "../../../src/model/occurrence.ts";
import { isShortRef } from "../../../src/model/refs.ts";
import { wellFormed } from "../../../src/model/text.ts";
import { recordOf } from "../../../src/state/queries.ts";
import type { Play, Watch } from "../play.ts";
import { type Condensed, condensedIn, type Stubbed, stubbedIn } from "../source.ts";

const PLACEHOLDER = /^\[condensed `(t\d+)` #|^<purged-errored-args size="\d+" ref="(t\d+)"/;
const FIRST_LINE = /^\[(?:pruned|spilled) · ref `(t\d+)` · /;

/** A stub says what the summarizer said of its call, and the ref in it is that call's and nobody else's. */
export const summaryWithStub: Watch = {
  request(request, play) {
    for (const stubbed of stubbedIn(request)) expectOwnSummary(stubbed, play);
    for (const condensed of condensedIn(request)) expectOwnPlaceholders(condensed, play);
  },
  step(play) {
    expectNamesAreUnique([...play.session.port().fileEntries()]);
  },
};

function expectOwnSummary({ source, shown, entryId }: Stubbed, play: Play): void {
  const { state } = play.pruner;
  const text = textOf(shown.content);
  const ref = FIRST_LINE.exec(text)?.[1] ?? "";
  const key = isShortRef(ref) ? state?.keyOfRef.get(ref) : undefined;
  const record = state && key && recordOf(state, key);
  expect(record).toMatchObject({
    ref,
    entryId,
    stub: text,
    toolCallId: source.toolCallId,
    // Without a usable time a result goes by its bare id.
    ...(Number.isFinite(source.timestamp) && { resultTimestamp: source.timestamp }),
  });
  if (record?.spilled) {
    expectOwnPreview(source, text);
    return;
  }
  expect(text.endsWith(`\n[full output: context_tree_query({ toolCallIds: ["${ref}"] })]`)).toBe(true);
  const original = key && state?.aliases.get(key);
  if (original === undefined) {
    const said = play.summaries.get(entryId ?? "") ?? [];
    expect(said.some((lines) => text.includes(wellFormed(lines)))).toBe(true);
  } else expectSameOutput(source, { text, original }, play);
}

/** A preview is the beginning of its own output, and says how much of it that is. */
function expectOwnPreview({ content }: Stubbed["source"], stub: string): void {
  const text = wellFormed(textOf(content));
  const preview = stub.slice(stub.indexOf("\n") + 1, stub.lastIndexOf("\n"));
  expect(text.startsWith(preview)).toBe(true);
  expect(stub).toMatch(
    new RegExp(`\n\\[preview: the first \\d+ of ${Buffer.byteLength(text)} bytes · .*\\]$`),
  );
}

/** The stub of a repeat names the call that showed the same, and that call did. */
function expectSameOutput(
  { content }: Stubbed["source"],
  { text, original }: { text: string; original: OccurrenceKey },
  { pruner: { state }, session }: Play,
): void {
  const { entryId, ref } = (state && recordOf(state, original)) ?? {};
  expect(text).toContain(`\nSame output as \`${ref}\`.\n`);
  // As it was then: it may have been edited since.
  const found = session.manager.getEntry(entryId ?? "");
  const shown = (found?.type === "message" ? found.message : undefined) as Stubbed["source"];
  expect(shown?.role).toBe("toolResult");
  // The name in a result of a file may be another than that of its call.
  expect(contentHash("", textOf(shown.content))).toBe(contentHash("", textOf(content)));
}

/** Every placeholder names the record of its own call, and stands where that record says. */
function expectOwnPlaceholders({ source, shown, entryId }: Condensed, { pruner: { state } }: Play): void {
  const before = stringsIn(source.arguments);
  const changed = stringsIn(shown.arguments).filter(({ text }, index) => text !== before[index]?.text);
  for (const { path, text } of changed) {
    const ref = PLACEHOLDER.exec(text)?.slice(1).find(Boolean) ?? "";
    const key = isShortRef(ref) ? state?.keyOfRef.get(ref) : undefined;
    const record = state && key && recordOf(state, key);
    expect(record).toMatchObject({ ref, toolCallId: source.id, assistantEntryId: entryId });
    expect(record?.arguments?.find((effect) => isDeepStrictEqual(effect.path, path))?.text).toBe(text);
  }
}

/** No name ever stands for two calls, whatever branches they are on. */
function expectNamesAreUnique(entries: readonly PruneEntry[]): void {
  const given = entries.flatMap((entry) =>
    entry.type === "context-prune-index" ? entry.data.toolCalls : [],
  );
  const owners = new Map(given.map((record) => [record.ref ?? "", nameOf(record)]));
  expect(owners.size, "every ref is given out once").toBe(given.length);
  // A summary whose index entry the host refused names what nobody will ever see.
  const named = entries
    .flatMap((entry) => (entry.type === "context-prune-summary" ? entry.data.toolCallRefs : []))
    .filter(({ shortId }) => owners.has(shortId));
  expect(named.map(nameOf)).toEqual(named.map(({ shortId }) => owners.get(shortId)));
}

const nameOf = (call: Pick<ToolCallRecord, "toolCallId" | "resultTimestamp" | "ordinal">): string =>
  JSON.stringify([call.toolCallId, call.resultTimestamp, call.ordinal ?? 0]);
