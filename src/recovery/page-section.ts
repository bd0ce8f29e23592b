import { plural, utf8Bytes } from "../model/format.ts";
import { sizeOf } from "./budget.ts";
import type { Document } from "./document.ts";
import type { FoundCall } from "./find.ts";
import { type Heading, headerText } from "./header.ts";
import { type Lines, lineEnd, positionAt, type Span } from "./lines.ts";
import { callName, nextCall } from "./next-call.ts";
import { firstPage } from "./page.ts";
import { rangeText } from "./range.ts";
import type { Allowance, Section } from "./section.ts";

/** What is shown of a document. */
export interface PageRequest {
  readonly heading: Heading;
  readonly document: Document;
  readonly span: Span;
  /** Whether the span is all there is, what was asked for, or nothing because only images were. */
  readonly asked: "whole" | "lines" | "images";
  /** Position of the first image of the section among the document's, from 0; undefined when none are asked for. */
  readonly firstImage?: number;
  readonly images: Section["images"];
}

// The longest statement about a page, without the two names in it.
const STATEMENT_BYTES = 360;

/** A call's output, or the part of it that was asked for, as far as there is room. */
export function pageSection(request: PageRequest): Section {
  const { heading, images } = request;
  const sized = { ...request, bytes: utf8Bytes(request.document.lines.text) };
  return {
    call: heading.call,
    status: heading.status,
    images,
    render: (allowance) => renderPage(sized, allowance),
  };
}

interface SizedRequest extends PageRequest {
  /** Length of the document's text in UTF-8. */
  readonly bytes: number;
}

function renderPage(request: SizedRequest, allowance: Allowance): string {
  const { heading, document, span } = request;
  const { lines } = document;
  const header = `${headerText(heading, allowance.bytes)}${document.isArgs ? "Args: " : ""}`;
  const taken = sizeOf(header);
  const reserve = STATEMENT_BYTES + 2 * utf8Bytes(callName(heading.call));
  const page = firstPage(lines, span, {
    bytes: Math.max(60, allowance.bytes - taken.bytes - reserve),
    lines: Math.max(1, allowance.lines - taken.lines - 2),
  });
  const body = lines.text.slice(page.start, page.end);
  const lineBreak = body === "" || body.endsWith("\n") ? "" : "\n";
  return `${header}${body}${lineBreak}[${statement(request, page, allowance.images)}]`;
}

function statement(request: SizedRequest, page: Span, imagesShown: number): string {
  const { document, span, heading } = request;
  const parts = textParts(request, page);
  if (page.end < span.end) {
    parts.push(`next: ${nextPage(heading.call, document, { start: page.end, end: span.end })}`);
  }
  return [...parts, ...imageParts(request, imagesShown)].join(" · ");
}

function textParts({ document, span, asked, bytes }: SizedRequest, page: Span): string[] {
  const { lines, images, isArgs } = document;
  const what = isArgs ? "arguments" : "output";
  if (lines.text === "") return [images.length > 0 ? "no text" : `empty ${what}`];
  const count = plural(lines.starts.length, "line");
  if (asked === "images") return [`${count} of text not asked for`];
  if (span.start === span.end) return [`nothing there: the ${what} has ${count}`];
  if (page.start === 0 && page.end === lines.text.length)
    return [`complete: ${count}, ${plural(bytes, "byte")}`];
  const shown = utf8Bytes(lines.text.slice(page.start, page.end));
  return [`${where(lines, page)} of ${lines.starts.length}`, `${shown} of ${plural(bytes, "byte")}`];
}

function where(lines: Lines, { start, end }: Span): string {
  const from = positionAt(lines, start);
  const to = positionAt(lines, Math.max(start, end - 1));
  const isWhole = from.char === 0 && end === lineEnd(lines, to.line);
  if (isWhole) return from.line === to.line ? `line ${from.line}` : `lines ${from.line}-${to.line}`;
  const characters = lineEnd(lines, from.line) - (start - from.char);
  if (from.line === to.line)
    return `characters ${from.char}-${to.char + 1} of ${characters} in line ${from.line}`;
  return `lines ${rangeText(lines, { start, end })}`;
}

function nextPage(call: FoundCall, { lines, isArgs }: Document, rest: Span): string {
  return nextCall({ call, lines: rangeText(lines, rest), args: isArgs });
}

function imageParts(request: PageRequest, shown: number): readonly string[] {
  const { document, firstImage, images, heading } = request;
  const total = document.images.length;
  if (total === 0) return [];
  if (firstImage === undefined) return [`${plural(total, "image")} not asked for`];
  if (shown >= total) return [total === 1 ? "1 image follows" : `${total} images follow`];
  const last = firstImage + Math.min(shown, images.length);
  const stated =
    last > firstImage ? `images ${firstImage + 1}-${last} of ${total} follow` : `${total} images`;
  if (shown >= images.length) return [stated];
  return [`${stated}, next: ${nextCall({ call: heading.call, lines: `images:${last + 1}-${total}` })}`];
}
