import { wellFormed } from "../model/text.ts";
import { clip, sizeOf } from "./budget.ts";
import { headerText } from "./header.ts";
import { linesOf } from "./lines.ts";
import type { Original } from "./original.ts";
import { firstPage } from "./page.ts";
import type { Section } from "./section.ts";

/** What is said of a call whose output cannot be had: why, and the beginning of it where that was kept. */
export function missingSection({
  heading,
  missing,
  preview,
}: Extract<Original, { kind: "missing" }>): Section {
  return {
    call: heading.call,
    status: "MISSING",
    images: [],
    render({ bytes, lines }) {
      const header = headerText(heading, bytes);
      const statement = wellFormed(clip(missing, 800));
      if (preview === "") return `${header}${statement}`;
      const said = `${header}${statement}\nIt began:\n`;
      const taken = sizeOf(said);
      const text = linesOf(wellFormed(preview));
      const room = { bytes: Math.max(60, bytes - taken.bytes), lines: Math.max(1, lines - taken.lines) };
      const { end } = firstPage(text, { start: 0, end: text.text.length }, room);
      return `${said}${text.text.slice(0, end)}`;
    },
  };
}
