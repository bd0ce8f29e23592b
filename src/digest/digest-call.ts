import type { CapturedCall } from "../model/batch.ts";
import { imagesOf, textOf } from "../model/message.ts";
import type { DigestCall } from "./types.ts";

/** A captured call as the digest reads it. */
export const digestCallOf = (call: CapturedCall): DigestCall => ({
  toolName: call.toolName,
  args: call.args,
  text: textOf(call.content),
  isError: call.isError,
  imageCount: imagesOf(call.content).length,
});
