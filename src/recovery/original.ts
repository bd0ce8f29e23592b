import { type Archive, isMissing } from "./archive.ts";
import { argsDocument, type Document, outputDocument } from "./document.ts";
import type { FoundCall } from "./find.ts";
import { argsText, type Heading } from "./header.ts";
import type { Span } from "./lines.ts";
import type { Query } from "./query.ts";
import { type Range, spanOf } from "./range.ts";

/** A call that was looked up, with what is asked of it. */
export type Original =
  | {
      readonly kind: "held";
      readonly heading: Heading;
      readonly document: Document;
      /** The part of the text that the query is for. */
      readonly span: Span;
    }
  | {
      readonly kind: "missing";
      readonly heading: Heading;
      readonly missing: string;
      readonly preview: string;
    };

/** Looks up one call, and addresses its output or, with `args`, its arguments. */
export function original(
  archive: Archive,
  call: FoundCall,
  { query, range }: { readonly query: Query; readonly range: Range | undefined },
): Original {
  const { record } = call;
  const found = archive.read(call.key, record);
  const turn = record.turnIndex === undefined ? {} : { turnIndex: record.turnIndex };
  if (isMissing(found)) {
    const args = argsText(found.args);
    const heading: Heading = { call, toolName: record.toolName, status: "MISSING", notes: [], ...turn };
    if (query.args && args !== undefined) {
      const document = argsDocument({ args: found.args, content: [], note: found.missing });
      return {
        kind: "held",
        heading: { ...heading, notes: document.notes },
        document,
        span: spanIn(document, range),
      };
    }
    const { missing, preview = "" } = found;
    return {
      kind: "missing",
      heading: { ...heading, ...(args !== undefined && { args }) },
      missing,
      preview,
    };
  }
  const document = query.args ? argsDocument(found) : outputDocument(found);
  const args = query.args ? undefined : argsText(found.args);
  const heading: Heading = {
    call,
    toolName: found.toolName,
    status: found.isError ? "ERROR" : "OK",
    notes: document.notes,
    ...(args !== undefined && { args }),
    ...turn,
  };
  return { kind: "held", heading, document, span: spanIn(document, range) };
}

function spanIn({ lines }: Document, range: Range | undefined): Span {
  if (range === undefined) return { start: 0, end: lines.text.length };
  return range.kind === "lines" ? spanOf(lines, range) : { start: 0, end: 0 };
}
