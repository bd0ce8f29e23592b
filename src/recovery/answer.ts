import { utf8Bytes } from "../model/format.ts";
import { imagesOf, textOf } from "../model/message.ts";
import { wellFormed } from "../model/text.ts";
import { clip, TOTAL } from "./budget.ts";
import { searchEverything } from "./everything.ts";
import { remembering } from "./find.ts";
import { type Layout, layOut } from "./layout.ts";
import { listed } from "./listed.ts";
import { readPattern } from "./pattern.ts";
import type { Answer, Query, Sources } from "./query.ts";
import { parseRange, RANGE_FORMS } from "./range.ts";
import type { Section } from "./section.ts";
import { type Request, sectionsOf } from "./sections.ts";
import { type Selection, select, whatExists } from "./select.ts";

/**
 * Answers a query from the archive: at most `TOTAL` of text, the same bytes for the same query and session, and every
 * byte of every output is in the answer to some query. Never throws.
 */
export function answer(query: Query, given: Sources): Answer {
  const sources = { ...given, known: remembering(given.known) };
  const asked = query.lines?.trim() || undefined;
  const range = asked === undefined ? undefined : parseRange(asked);
  if (asked !== undefined && !range) return refusal(`lines: ${listed([asked])} is none of ${RANGE_FORMS}.`);
  const pattern = query.pattern ? readPattern(query.pattern) : undefined;
  const selection = select(query.toolCallIds, sources.known);
  const request = { query, range, pattern, sources };
  if (selection.everything && pattern) {
    const { upTo } = selection.everything;
    const layout = searchEverything(request, { pattern, upTo });
    return layout
      ? answerOf(layout, 0)
      : refusal(`Not found: ${listed([upTo ?? ""])}.`, whatExists(sources.known));
  }
  if (selection.calls.length === 0) return refusal(...whyNothing(selection, request));
  const { sections, notices } = sectionsOf(selection.calls, request);
  const closing = (leftOut: readonly Section[]) => [...noRoom(leftOut), ...notices, ...selection.notices];
  return answerOf(layOut({ sections, total: TOTAL, closing }), selection.unknown);
}

function whyNothing({ everything, notices }: Selection, { sources }: Request): readonly string[] {
  const exists = whatExists(sources.known);
  if (everything)
    return ['toolCallIds: ["*"] searches everything that is archived and needs a pattern.', exists];
  if (notices.length > 0) return notices;
  return ['toolCallIds names no output. Give refs such as ["t7"], or ["*"] with a pattern.', exists];
}

function noRoom(leftOut: readonly Section[]): readonly string[] {
  if (leftOut.length === 0) return [];
  return [
    `No room for ${listed(leftOut.map(({ call }) => call.ref ?? call.label))}: ask for fewer at a time.`,
  ];
}

const refusal = (...parts: readonly string[]): Answer => ({
  ok: false,
  message: wellFormed(clip(parts.join(" "), 2000)),
});

function answerOf({ content, shown }: Layout, unknown: number): Answer {
  const matching = shown.flatMap(({ matchingLines }) => matchingLines ?? []);
  return {
    ok: true,
    content,
    details: {
      refs: shown.map(({ call }) => wellFormed(clip(call.label, 100))),
      missing: shown.filter(({ status }) => status === "MISSING").length,
      unknown,
      images: imagesOf(content).length,
      bytes: utf8Bytes(textOf(content)),
      ...(matching.length > 0 && { matchingLines: matching.reduce((sum, lines) => sum + lines, 0) }),
    },
  };
}
