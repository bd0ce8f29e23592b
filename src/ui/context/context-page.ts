import { Input } from "@mariozechner/pi-tui";
import type { Key } from "../keys.ts";
import { type Line, line, spread } from "../line.ts";
import type { Page, PageView, ScreenControl, Size } from "../screen.ts";
import { fits, isMove, moved, windowAround } from "../select.ts";
import { type Limits, rowLine, standingText, summaryLines } from "./context-lines.ts";
import type { ContextModel, ContextRow } from "./context-model.ts";

export interface ContextPageParts {
  readonly model: ContextModel;
  readonly limits: Limits;
  /** Shows one message as it was sent. */
  readonly read: (row: ContextRow) => void;
}

/** What the model sees: the parts with their bars, then every message. Closes with nothing. */
export class ContextPage implements Page {
  readonly field = new Input();
  readonly #parts: ContextPageParts;
  readonly #control: ScreenControl<void>;
  #isBySize = false;
  #rows: readonly ContextRow[];
  #selected: number;
  #page = 1;

  constructor(parts: ContextPageParts, control: ScreenControl<void>) {
    this.#parts = parts;
    this.#control = control;
    this.#rows = parts.model.rows;
    this.#selected = Math.max(0, this.#rows.length - 1);
  }

  view({ width, height }: Size): PageView {
    const { model, limits } = this.#parts;
    const all = summaryLines(model, limits, width);
    // On a low screen the bars make room for the messages.
    const summary = all.slice(0, Math.max(1, Math.floor(height / 2)));
    const room = Math.max(1, height - summary.length - 1);
    this.#page = room;
    const { start, end } = windowAround(this.#selected, this.#rows.length, room);
    const rows = this.#rows
      .slice(start, end)
      .map((row, index) => rowLine(row, { width, isSelected: start + index === this.#selected }));
    return {
      title: spread([{ text: "what the model sees", tone: "accent", bold: true }], this.#position(), width),
      lines: [...summary, [], ...(rows.length > 0 ? rows : [line("no message fits", "muted")])],
      hints: ["enter read", "esc close", this.#isBySize ? "tab by place" : "tab by size", "type to filter"],
    };
  }

  press(key: Key): boolean {
    const row = this.#rows[this.#selected];
    if (isMove(key)) this.#selected = moved(this.#selected, this.#rows.length, { key, page: this.#page });
    else if (key === "cancel") this.#control.close();
    else if (key === "scope") this.#sort();
    else if (key === "confirm" && row) this.#parts.read(row);
    else return false;
    return true;
  }

  typed(): void {
    this.#arrange();
    this.#selected = this.#isBySize ? 0 : Math.max(0, this.#rows.length - 1);
  }

  #sort(): void {
    const row = this.#rows[this.#selected];
    this.#isBySize = !this.#isBySize;
    this.#arrange();
    this.#selected = Math.max(0, row ? this.#rows.indexOf(row) : 0);
    if (this.#isBySize) this.#selected = 0;
  }

  #arrange(): void {
    const test = fits(this.field.getValue());
    const found = this.#parts.model.rows.filter(({ label, standing }) =>
      test(`${label} ${standingText(standing)}`),
    );
    this.#rows = this.#isBySize ? [...found].sort((a, b) => b.tokens - a.tokens) : found;
  }

  #position(): Line {
    return this.#rows.length > this.#page ? line(`${this.#selected + 1}/${this.#rows.length}`, "dim") : [];
  }
}
