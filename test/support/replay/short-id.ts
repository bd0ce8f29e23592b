import { createHash } from "node:crypto";

const MOST = 40;

/** A call id that every provider takes: recorded ones may come from a provider with rules of its own. */
export const shortId = (id: string): string =>
  /^[a-zA-Z0-9_-]+$/.test(id) && id.length <= MOST
    ? id
    : `call_${createHash("sha256").update(id).digest("hex").slice(0, 24)}`;
