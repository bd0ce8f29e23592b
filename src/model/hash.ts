import { createHash } from "node:crypto";
import { imagesOf, type ResultBlock, textOf } from "./message.ts";

/**
 * The reference's content hash: SHA-1 over tool name and text, with CRLF folded, blanks at line ends and around the
 * whole text removed. Images are not in it (its records know none): whoever merges by hash compares them as well.
 */
export function contentHash(toolName: string, text: string): string {
  return createHash("sha1")
    .update(`${toolName}\0${normalize(text)}`)
    .digest("hex");
}

/** Hash of a result's images, in order; "" without images. */
export function imageHash(content: readonly ResultBlock[]): string {
  const images = imagesOf(content);
  if (images.length === 0) return "";
  const hash = createHash("sha1");
  for (const image of images) hash.update(`${image.mimeType}\0${image.data}\0`);
  return hash.digest("hex");
}

/** Exact identity of what a result showed the model, for telling whether it was changed since. */
export function exactHash(content: readonly ResultBlock[]): string {
  return createHash("sha1").update(textOf(content)).update("\0").update(imageHash(content)).digest("hex");
}

// Trimming line ends by hand: /[ \t]+$/gm is quadratic on long runs of blanks.
function normalize(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** A short name for a long text, for keys that are kept: 16 hex digits. */
export const nameHash = (text: string): string => createHash("sha1").update(text).digest("hex").slice(0, 16);
