import type { ImageContent } from "@mariozechner/pi-ai";
import { plural } from "../model/format.ts";
import { imagesOf, type ResultBlock, resultBlocks, textOf } from "../model/message.ts";
import { wellFormed } from "../model/text.ts";
import type { ArchivedCall } from "./archive.ts";
import { argsText } from "./header.ts";
import { type Lines, lineAt, linesOf } from "./lines.ts";

/** The text of a call that ranges and patterns address, with what a reader has to know about it. */
export interface Document {
  /** Well-formed; offsets are those of the original. */
  readonly lines: Lines;
  readonly images: readonly ImageContent[];
  readonly notes: readonly string[];
  /** True when the text is the call's arguments. */
  readonly isArgs: boolean;
}

/** A call's output. */
export function outputDocument({ content, note }: Pick<ArchivedCall, "content" | "note">): Document {
  const original = textOf(content);
  const text = wellFormed(original);
  const lines = linesOf(text);
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(text === original ? [] : [surrogateNote(original, text)]),
    ...blocksNote(content, lines),
  ];
  return { lines, images: imagesOf(content), notes, isArgs: false };
}

/** A call's arguments as one line of JSON. */
export function argsDocument(call: Pick<ArchivedCall, "args" | "content" | "note">): Document {
  const text = argsText(call.args);
  const notes = call.note === undefined ? [] : [call.note];
  if (text === undefined) notes.push("The session does not hold the arguments of this call.");
  const lines = linesOf(text ?? "");
  return { lines, images: [], notes, isArgs: true };
}

function surrogateNote(original: string, text: string): string {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== original.charCodeAt(at)) count++;
  return `${plural(count, "lone surrogate")} of the original cannot be sent and stand here as U+FFFD.`;
}

/** Which lines each text block has, when there are several. */
function blocksNote(content: readonly ResultBlock[], lines: Lines): readonly string[] {
  const texts = resultBlocks(content).flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (texts.length < 2) return [];
  const parts: string[] = [];
  let at = 0;
  for (const text of texts.slice(0, 12)) {
    const end = at + text.length;
    parts.push(text === "" ? "none" : linesText(lineAt(lines, at), lineAt(lines, end - 1)));
    at = end + 1;
  }
  const more = texts.length > parts.length ? ", ..." : "";
  return [`${texts.length} text blocks, joined by line breaks, at lines ${parts.join(", ")}${more}`];
}

const linesText = (first: number, last: number): string => (first === last ? `${first}` : `${first}-${last}`);
