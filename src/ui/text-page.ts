import { Input } from "@mariozechner/pi-tui";
import type { Key } from "./keys.ts";
import { type Line, line, printable, span, spread, wrap } from "./line.ts";
import type { Page, PageView, ScreenControl, Size } from "./screen.ts";
import { isMove, scrolled } from "./select.ts";

/** A text to read. */
export interface Reading {
  readonly title: string;
  readonly text: string;
  /** What stands above the text: where it comes from, what is missing. */
  readonly notes?: readonly string[];
  /** What a key beside reading does; the screen stays open. */
  readonly restore?: { readonly hint: string; readonly run: () => string };
}

/** A text in pages, every line of it, with a search. Closes with nothing. */
export class TextPage implements Page {
  readonly field = new Input();
  readonly #reading: Reading;
  readonly #control: ScreenControl<void>;
  readonly #lines: readonly string[];
  #rows: readonly Row[] = [];
  #width = -1;
  #top = 0;
  #height = 1;
  #matches: readonly number[] = [];
  /** Position in `#matches`. */
  #match = 0;
  #said: string | undefined;

  constructor(reading: Reading, control: ScreenControl<void>) {
    this.#reading = reading;
    this.#control = control;
    this.#lines = reading.text === "" ? [] : reading.text.replace(/\n$/, "").split("\n").map(textLine);
  }

  view({ width, height }: Size): PageView {
    const notes = (this.#said === undefined ? (this.#reading.notes ?? []) : [this.#said]).flatMap((note) =>
      wrap(printable(note), width).map((each) => line(each, "muted")),
    );
    const above = notes.length > 0 ? [...notes.slice(0, Math.max(0, height - 2)), []] : [];
    this.#fit(width, Math.max(1, height - above.length));
    const shown = this.#rows.slice(this.#top, this.#top + this.#height);
    const { title, restore } = this.#reading;
    return {
      title: spread([{ text: printable(title), tone: "accent", bold: true }], this.#position(), width),
      lines: [
        ...above,
        ...(shown.length > 0 ? shown.map((row) => this.#line(row)) : [line("(empty)", "muted")]),
      ],
      hints: ["esc close", "type to search", "enter next match", ...(restore ? [restore.hint] : [])],
    };
  }

  press(key: Key): boolean {
    if (isMove(key)) this.#top = scrolled(this.#top, this.#rows.length, { key, page: this.#height });
    else if (key === "cancel") this.#control.close();
    else if (key === "confirm") this.#show(this.#match + 1);
    else if (key === "restore" && this.#reading.restore) this.#said = this.#reading.restore.run();
    else return false;
    return true;
  }

  typed(text: string): void {
    const wanted = text.toLowerCase();
    this.#matches =
      wanted === ""
        ? []
        : this.#lines.flatMap((each, index) => (each.toLowerCase().includes(wanted) ? [index] : []));
    const ahead = this.#matches.findIndex((index) => index >= this.#lineAt(this.#top));
    this.#show(Math.max(0, ahead));
  }

  #show(match: number): void {
    if (this.#matches.length === 0) return;
    this.#match = match % this.#matches.length;
    const row = this.#rows.findIndex(({ index }) => index === this.#matches[this.#match]);
    if (row < this.#top || row >= this.#top + this.#height)
      this.#top = Math.max(0, Math.min(row - Math.floor(this.#height / 3), this.#rows.length - this.#height));
  }

  /** Lays the text out anew for another width; what was on top stays on top. */
  #fit(width: number, height: number): void {
    this.#height = height;
    if (width !== this.#width) {
      const first = this.#lineAt(this.#top);
      this.#rows = this.#lines.flatMap((text, index) =>
        wrap(text, width).map((part) => ({ index, text: part })),
      );
      this.#width = width;
      this.#top = Math.max(
        0,
        this.#rows.findIndex(({ index }) => index >= first),
      );
    }
    this.#top = Math.max(0, Math.min(this.#top, this.#rows.length - height));
  }

  #lineAt(row: number): number {
    return this.#rows[row]?.index ?? 0;
  }

  #line({ index, text }: Row): Line {
    if (this.#matches.length === 0 || !this.#matches.includes(index)) return line(text, "text");
    return [span(text, index === this.#matches[this.#match] ? "accent" : "warning")];
  }

  #position(): Line {
    if (this.field.getValue() !== "")
      return line(
        this.#matches.length === 0 ? "no match" : `match ${this.#match + 1}/${this.#matches.length}`,
        "dim",
      );
    const last = this.#lineAt(Math.min(this.#top + this.#height, this.#rows.length) - 1) + 1;
    return this.#rows.length > this.#height ? line(`line ${last}/${this.#lines.length}`, "dim") : [];
  }
}

/** A part of a line of the text, as wide as the screen at most. */
interface Row {
  readonly index: number;
  readonly text: string;
}

const textLine = (text: string): string => printable(text.replaceAll("\t", "    ").replace(/\r$/, ""));
