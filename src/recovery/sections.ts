import type { FoundCall } from "./find.ts";
import { matchSection } from "./match-section.ts";
import { missingSection } from "./missing-section.ts";
import { type Original, original } from "./original.ts";
import { pageSection } from "./page-section.ts";
import { type Pattern, search } from "./pattern.ts";
import type { Query, Sources } from "./query.ts";
import type { Range } from "./range.ts";
import type { Section } from "./section.ts";

/** A query whose parameters have been read. */
export interface Request {
  readonly query: Query;
  readonly range: Range | undefined;
  readonly pattern: Pattern | undefined;
  readonly sources: Sources;
}

const DEFAULT_CONTEXT = 2;
const MAX_CONTEXT = 20;

/** The sections of the calls that were named, in their order, and how the pattern was taken. */
export function sectionsOf(
  calls: readonly FoundCall[],
  { query, range, pattern, sources }: Request,
): { readonly sections: readonly Section[]; readonly notices: readonly string[] } {
  const originals = calls.map((call) => original(sources.archive, call, { query, range }));
  if (!pattern || range?.kind === "images") {
    return { sections: originals.map((found) => plainSection(found, range)), notices: [] };
  }
  const held = originals.filter((found) => found.kind === "held");
  const { hits, notice } = search(
    pattern,
    held.map(({ document, span }) => ({ lines: document.lines, span })),
    sources.limit,
  );
  const hitsOf = new Map(held.map((found, at) => [found, hits[at]] as const));
  const context = linesAround(query, DEFAULT_CONTEXT);
  const isContextAsked = query.context !== undefined;
  const sections = originals.map((found) => {
    const hitsFound = found.kind === "held" ? hitsOf.get(found) : undefined;
    if (found.kind === "missing" || !hitsFound) return plainSection(found, range);
    return matchSection({ ...found, pattern, found: hitsFound, context, isContextAsked });
  });
  return { sections, notices: notice === undefined ? [] : [notice] };
}

/** The `context` parameter as a number of lines in its bounds. */
export function linesAround({ context }: Query, otherwise: number): number {
  if (context === undefined || !Number.isFinite(context)) return otherwise;
  return Math.max(0, Math.min(MAX_CONTEXT, Math.floor(context)));
}

function plainSection(found: Original, range: Range | undefined): Section {
  if (found.kind === "missing") return missingSection(found);
  const { heading, document, span } = found;
  const { images } = document;
  if (range?.kind === "lines") return pageSection({ heading, document, span, asked: "lines", images: [] });
  if (!range) return pageSection({ heading, document, span, asked: "whole", firstImage: 0, images });
  const first = Math.max(0, range.from - 1);
  return pageSection({
    heading,
    document,
    span,
    asked: "images",
    firstImage: first,
    images: images.slice(first, Math.max(first, range.to)),
  });
}
