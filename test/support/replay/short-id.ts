import { createHash } from "node:crypto";

const MOST = 40;

/** A call id that every provider takes: recorded ones may come from a provider with rules of its own. */
export const shortId = (id: string): string =>
  /^[a-zA-Z0-9_-]+$/.test(id) && id.length <= MOST
    ? id
    : `call_${createHash("sha256").update(id).digest("hex").slice(0, 24)}`;

/** The id a call was recorded with, of the one the host gave it: over OpenAI Responses that names the item as well. */
export const recordedId = (toolCallId: string): string => toolCallId.split("|")[0] ?? toolCallId;
