import { type Findings, findings } from "../findings.ts";
import type { Source } from "../source.ts";

const SHORT_LINES = 12;

/** A short result as it is: the message of a failed call, the confirmation of a change. */
export const verbatim = ({ lines }: Source): Findings =>
  findings({ keep: lines.map((text, line) => ({ line, text })), keepShare: 1, quotes: false, names: "none" });

export const isShort = ({ lines }: Source): boolean => lines.length <= SHORT_LINES;
