import { Input } from "@mariozechner/pi-tui";
import type { Key } from "./keys.ts";
import { type Line, line, printable, span, spread } from "./line.ts";
import type { Page, PageView, ScreenControl, Size } from "./screen.ts";
import { fits, isMove, moved, windowAround } from "./select.ts";

/** One thing to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** What a person should know about it, in a few words. */
  readonly note?: string;
}

export interface Question {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** The value in force. */
  readonly current?: string | undefined;
}

/** A list to choose from, narrowed by what is typed. Closes with a value, or with undefined when cancelled. */
export class ChoicePage implements Page {
  readonly field = new Input();
  readonly #question: Question;
  readonly #control: ScreenControl<string | undefined>;
  #shown: readonly Choice[];
  #selected: number;
  #page = 1;

  constructor(question: Question, control: ScreenControl<string | undefined>) {
    this.#question = question;
    this.#control = control;
    this.#shown = question.choices;
    this.#selected = Math.max(
      0,
      question.choices.findIndex(({ value }) => value === question.current),
    );
  }

  view({ width, height }: Size): PageView {
    this.#page = height;
    const { title, current } = this.#question;
    const { start, end } = windowAround(this.#selected, this.#shown.length, height);
    const rows = this.#shown.slice(start, end).map((choice, index) =>
      choiceLine(choice, {
        width,
        isSelected: start + index === this.#selected,
        isCurrent: choice.value === current,
      }),
    );
    return {
      title: spread([{ text: printable(title), tone: "accent", bold: true }], this.#position(), width),
      lines: rows.length > 0 ? rows : [line("nothing fits", "muted")],
      hints: ["enter choose", "esc cancel", "type to filter"],
    };
  }

  press(key: Key): boolean {
    if (isMove(key)) this.#selected = moved(this.#selected, this.#shown.length, { key, page: this.#page });
    else if (key === "cancel") this.#control.close(undefined);
    else if (key === "confirm") this.#choose();
    else return false;
    return true;
  }

  typed(text: string): void {
    const test = fits(text);
    this.#shown = this.#question.choices.filter(({ label, note = "" }) => test(`${label} ${note}`));
    this.#selected = 0;
  }

  #choose(): void {
    const choice = this.#shown[this.#selected];
    if (choice) this.#control.close(choice.value);
  }

  #position(): Line {
    return this.#shown.length > this.#page ? line(`${this.#selected + 1}/${this.#shown.length}`, "dim") : [];
  }
}

interface ChoiceLook {
  readonly width: number;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
}

/** One row of a list to choose from. */
export function choiceLine({ label, note = "" }: Choice, { width, isSelected, isCurrent }: ChoiceLook): Line {
  const tone = isSelected ? "accent" : "text";
  const left = [span(isSelected ? "→ " : "  ", "accent"), span(printable(label), tone)];
  return spread(isCurrent ? [...left, span(" ✓", "success")] : left, line(printable(note), "muted"), width);
}
