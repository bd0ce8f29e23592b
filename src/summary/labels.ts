import { head } from "../model/text.ts";

const NAME_CHARS = 64;

/** Tool names as labels carry them: short, and without anything that could end or begin a label. */
export function labelName(toolName: string): string {
  const name = head(toolName.replace(/[^\p{L}\p{N}_.:/-]/gu, "_"), NAME_CHARS);
  return name === "" ? "tool" : name;
}

/** What the text of a call begins with: `[[1:bash]]` for the first call (`index` 0) of a batch. */
export const labelOf = (index: number, toolName: string): string => `[[${index + 1}:${labelName(toolName)}]]`;

/** Begins the text that belongs to no single call. */
export const REMARKS_LABEL = "[[0:remarks]]";

/** Recorded text with everything that could be taken for a label broken up, so that an echo of it is none. */
export const withoutLabels = (text: string): string => text.replace(/\[\[(?=\s*\d+\s*:)/g, "[ [");

/** An answer taken apart. A call that has no label in it has no line. */
export interface SplitAnswer {
  readonly lines: readonly (string | undefined)[];
  readonly remarks: string;
  /** Whose text stands last, and so is unfinished when the answer was cut off. */
  readonly last: number | "remarks";
}

// Models put labels behind bullets and in bold; four spaces would be a code block.
const AT_START =
  /^( {0,3}(?:[-*+•] +|#{1,6} +|\d{1,3}[.)] +)?)[*_`]{0,3}\[\[(\d{1,6}):([^[\]]{1,128})\]\][*_`]{0,3}:?[ \t]*/;
const ANYWHERE = /\[\[\d{1,6}:([^[\]]{1,128})\]\]/g;
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Splits an answer by its labels: at the start of a line, outside code fences, with the name of the tool at that
 * position (in any case). A call's label may come again while its text is the current one. Any other label is taken
 * out, and the text behind it stays where it stands. Text in front of the first label belongs to the remarks, except
 * that with a single call it can only be that call's.
 */
export function splitAnswer(answer: string, toolNames: readonly string[]): SplitAnswer {
  const sections = new Sections(toolNames);
  const lines = unwrapped(answer.replaceAll("\r\n", "\n").split("\n"));
  const ends = codeEnds(lines);
  let codeEnd = -1;
  for (const [index, line] of lines.entries()) {
    if (index > codeEnd) codeEnd = endOfCode(line, index, ends);
    if (index <= codeEnd) sections.add(line);
    else sections.read(line);
  }
  return sections.split();
}

interface CodeEnd {
  readonly index: number;
  readonly mark: string;
}

/** The lines that can close a code fence. */
const codeEnds = (lines: readonly string[]): readonly CodeEnd[] =>
  lines.flatMap((line, index) => {
    const mark = CODE_FENCE.exec(line)?.[1];
    return mark !== undefined && line.trim() === mark ? [{ index, mark }] : [];
  });

/** The line that closes the code fence opened in `line`; -1 when none begins there or it never ends. */
function endOfCode(line: string, start: number, ends: readonly CodeEnd[]): number {
  const opening = CODE_FENCE.exec(line)?.[1];
  if (opening === undefined) return -1;
  return ends.find(({ index, mark }) => index > start && mark.startsWith(opening))?.index ?? -1;
}

class Sections {
  readonly #names: readonly string[];
  readonly #texts = new Map<number, string[]>();
  #current = -1;

  constructor(toolNames: readonly string[]) {
    this.#names = toolNames.map((name) => labelName(name).toLowerCase());
  }

  /** Takes a line as it is. */
  add(line: string): void {
    const text = this.#texts.get(this.#current);
    if (text) text.push(line);
    else this.#texts.set(this.#current, [line]);
  }

  /** Takes a line that may begin with a label. */
  read(line: string): void {
    const label = AT_START.exec(line);
    const [all = "", bullet = "", number = "", name = ""] = label ?? [];
    const section = Number(number) - 1;
    if (label && this.#begins(section, name.toLowerCase())) this.#current = section;
    this.add(`${bullet}${this.#cleaned(line.slice(all.length))}`);
  }

  #begins(section: number, name: string): boolean {
    if (section === -1) return name === "remarks";
    return this.#names[section] === name && !this.#texts.has(section);
  }

  #cleaned(line: string): string {
    return line.replace(ANYWHERE, (label, name: string) =>
      name === "remarks" || this.#names.includes(name.toLowerCase()) ? "" : label,
    );
  }

  split(): SplitAnswer {
    const textAt = (section: number) => this.#texts.get(section)?.join("\n").trim();
    const lines = this.#names.map((_, index) => textAt(index));
    const remarks = textAt(-1) ?? "";
    if (lines.length === 1 && lines[0] === undefined && remarks !== "")
      return { lines: [remarks], remarks: "", last: 0 };
    return { lines, remarks, last: this.#current === -1 ? "remarks" : this.#current };
  }
}

/** The lines inside a code fence that holds the whole answer; any other lines as they are. */
function unwrapped(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const isFenced = last > first && endOfCode(lines[first] ?? "", first, codeEnds(lines)) === last;
  return isFenced ? lines.slice(first + 1, last) : lines;
}
