import { Input } from "@mariozechner/pi-tui";
import type { Key } from "./keys.ts";
import { line, printable, wrap } from "./line.ts";
import type { Page, PageView, ScreenControl, Size } from "./screen.ts";

/** A line of text to be written by the person. */
export interface Entry {
  readonly title: string;
  /** What stands in the field at first. */
  readonly text: string;
  /** What is accepted. */
  readonly help: string;
  /** What is wrong with a text; undefined when nothing is. */
  readonly check: (text: string) => string | undefined;
}

/** Asks for a line. Closes with a text that was checked, or with undefined when cancelled or left as it was. */
export class EntryPage implements Page {
  readonly field = new Input();
  readonly #entry: Entry;
  readonly #control: ScreenControl<string | undefined>;
  #problem: string | undefined;

  constructor(entry: Entry, control: ScreenControl<string | undefined>) {
    this.#entry = entry;
    this.#control = control;
    this.field.setValue(entry.text);
    // Pi's field leaves its cursor where it was: at the end is where one goes on.
    this.field.handleInput("\x05");
  }

  view({ width }: Size): PageView {
    const problem = this.#problem === undefined ? [] : wrap(printable(this.#problem), width);
    return {
      title: [{ text: printable(this.#entry.title), tone: "accent", bold: true }],
      lines: [
        ...wrap(printable(this.#entry.help), width).map((each) => line(each, "muted")),
        ...problem.map((each) => line(each, "error")),
      ],
      hints: ["enter save", "esc cancel"],
    };
  }

  press(key: Key): boolean {
    if (key === "cancel") this.#control.close(undefined);
    else if (key === "confirm") this.#confirm();
    else return false;
    return true;
  }

  typed(): void {
    this.#problem = undefined;
  }

  #confirm(): void {
    const text = this.field.getValue().trim();
    const isUntouched = text === "" || text === this.#entry.text;
    this.#problem = isUntouched ? undefined : this.#entry.check(text);
    if (this.#problem === undefined) this.#control.close(isUntouched ? undefined : text);
  }
}
