import type { ToolCallRecord } from "./entries.ts";
import { utf8Bytes } from "./format.ts";
import { contentHash, exactHash } from "./hash.ts";
import { renderedChars, resultBlocks, textOf } from "./message.ts";

/** Whether content is what a record was made from; undefined when the record does not say. */
export function isSameContent(record: ToolCallRecord, content: unknown): boolean | undefined {
  if (record.exactHash !== undefined) return record.exactHash === exactHash(resultBlocks(content));
  const verdict = isSameText(record, textOf(content));
  if (verdict !== undefined || record.chars === undefined) return verdict;
  return record.chars === renderedChars(content);
}

/** The same for the text alone, as records of the reference and sidecars hold it. */
export function isSameText(record: ToolCallRecord, text: string): boolean | undefined {
  const { resultText, spillBytes, contentHash: hash } = record;
  if (resultText) return resultText === text;
  const isSize = spillBytes === undefined ? undefined : [utf8Bytes(text), text.length].includes(spillBytes);
  if (isSize === false || hash === undefined) return isSize;
  return hash === contentHash(record.toolName, text);
}
