import type { CapturedCall } from "../model/batch.ts";
import { utf8Bytes } from "../model/format.ts";
import { textOf } from "../model/message.ts";
import type { ShortRef } from "../model/refs.ts";
import { headBytes, wellFormed } from "../model/text.ts";
import { stubHeader } from "./stub-text.ts";

export interface SpillStub {
  readonly ref: ShortRef;
  readonly call: CapturedCall;
  /** UTF-8 bytes of text that the preview may have. */
  readonly previewBytes: number;
  /** The file with the text. */
  readonly path: string | undefined;
  /** The ref of an earlier call with the same output. */
  readonly original?: string;
}

/** What stands in the place of a result too large to be sent: its beginning, and where the rest is. */
export function spillStub({ ref, call, previewBytes, path, original }: SpillStub): string {
  const text = textOf(call.content);
  const preview = headBytes(text, previewBytes);
  const recovery = `context_tree_query({ toolCallIds: ["${ref}"] }) with lines or a pattern`;
  const facts = [
    `preview: the first ${utf8Bytes(preview)} of ${utf8Bytes(text)} bytes`,
    ...(original === undefined ? [] : [`same output as \`${original}\``]),
    `the rest: ${path === undefined ? recovery : `read ${path} with offset and limit, or ${recovery}`}`,
  ];
  const lines = [stubHeader("spilled", ref, call), preview.trimEnd(), `[${facts.join(" · ")}]`];
  return wellFormed(lines.filter((line) => line !== "").join("\n"));
}
