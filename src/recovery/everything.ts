import { plural } from "../model/format.ts";
import { allCalls, type FoundCall } from "./find.ts";
import { type Layout, layOut } from "./layout.ts";
import { listed } from "./listed.ts";
import { matchSection } from "./match-section.ts";
import { callText, patternPart } from "./next-call.ts";
import { original } from "./original.ts";
import { type Pattern, search } from "./pattern.ts";
import { linesAround, type Request } from "./sections.ts";
import { MAX_CALLS } from "./select.ts";

// A search is for finding out where to look: it answers with little of much.
const TOTAL = { bytes: 20 * 1024, lines: 500 };
const PER_CALL = { bytes: 1500, lines: 8, headerBytes: 600 };

/** Searches every archived output of the branch, newest first, or from `upTo` on; undefined when that names none. */
export function searchEverything(
  { query, range, sources }: Request,
  { pattern, upTo }: { readonly pattern: Pattern; readonly upTo: string | undefined },
): Layout | undefined {
  const calls = callsUpTo(allCalls(sources.known.branch), upTo);
  if (!calls) return undefined;
  const originals = calls.map((call) => original(sources.archive, call, { query, range }));
  const held = originals.filter((found) => found.kind === "held");
  const { hits, notice } = search(
    pattern,
    held.map(({ document, span }) => ({ lines: document.lines, span })),
    sources.limit,
  );
  const context = linesAround(query, 0);
  const matching = held.flatMap((found, at) => {
    const hitsFound = hits[at];
    if (!hitsFound || hitsFound.matchingLines === 0) return [];
    const asked = { context, isContextAsked: query.context !== undefined, atMost: PER_CALL };
    return [matchSection({ ...found, ...asked, pattern, found: hitsFound })];
  });
  const count = `Searched ${plural(held.length, query.args ? "call's arguments" : "archived output")}, newest first`;
  const unsearched = originals.length - held.length;
  const shown = matching.slice(0, MAX_CALLS);
  return layOut({
    sections: shown,
    total: TOTAL,
    closing(leftOut) {
      const next = leftOut[0] ?? matching[shown.length];
      const shownCount = shown.length - leftOut.length;
      return [
        [
          `${count}: ${matching.length === 0 ? `no match for ${listed([pattern.source])}` : `${matching.length} match`}`,
          ...(next ? [`, ${shownCount} shown. Older ones: ${older(next.call, pattern)}`] : ["."]),
          ...(unsearched > 0 ? [` ${plural(unsearched, "output")} could not be read.`] : []),
          ...(notice === undefined ? [] : [` ${notice}`]),
        ].join(""),
      ];
    },
  });
}

const older = ({ ref, label }: FoundCall, pattern: Pattern): string =>
  callText([`toolCallIds: [${JSON.stringify(`*..${ref ?? label}`)}]`, patternPart(pattern.source)]);

function callsUpTo(calls: readonly FoundCall[], upTo: string | undefined): readonly FoundCall[] | undefined {
  if (upTo === undefined) return calls;
  const first = calls.findIndex(({ ref, label, key }) => upTo === ref || upTo === label || upTo === key);
  return first < 0 ? undefined : calls.slice(first);
}
