import type { ToolCallRecord } from "./entries.ts";
import { utf8Bytes } from "./format.ts";
import { contentHash, exactHash } from "./hash.ts";
import { renderedChars, resultBlocks, textOf } from "./message.ts";

/** Whether content is what a record was made from; undefined when the record does not say. */
export function isSameContent(record: ToolCallRecord, content: unknown): boolean | undefined {
  if (record.exactHash !== undefined) return record.exactHash === exactHash(resultBlocks(content));
  // Of the same length, something may still have been masked in it; of the same text, an image may be gone.
  const isSize = record.chars === undefined ? undefined : record.chars === renderedChars(content);
  return isSize === false ? false : (isSameText(record, textOf(content)) ?? isSize);
}

/** The same for the text alone, as records of the reference and sidecars hold it. */
export function isSameText(record: ToolCallRecord, text: string): boolean | undefined {
  const { resultText, spillBytes, contentHash: hash, resultPreview } = record;
  if (resultText) return resultText === text;
  const isSize = spillBytes === undefined ? undefined : [utf8Bytes(text), text.length].includes(spillBytes);
  if (isSize === false) return false;
  if (hash !== undefined) return hash === contentHash(record.toolName, text);
  return resultPreview !== undefined && !text.startsWith(wholeCharacters(resultPreview)) ? false : isSize;
}

// The reference cuts its previews at a byte, which may be in the middle of a character.
const wholeCharacters = (preview: string): string => preview.replace(/\ufffd+$/, "");
