import { getMarkdownTheme } from "@mariozechner/pi-coding-agent";
import { Markdown } from "@mariozechner/pi-tui";
import type { Key } from "./keys.ts";
import { line, printable, spread } from "./line.ts";
import type { Page, PageView, ScreenControl, Size } from "./screen.ts";
import { isMove, scrolled } from "./select.ts";

/** A Markdown text to read, as Pi shows its own. Closes with nothing. */
export class MarkdownPage implements Page {
  readonly #title: string;
  readonly #markdown: Markdown;
  readonly #control: ScreenControl<void>;
  #top = 0;
  #height = 1;
  #count = 0;

  constructor(
    { title, text }: { readonly title: string; readonly text: string },
    control: ScreenControl<void>,
  ) {
    this.#title = title;
    this.#control = control;
    this.#markdown = new Markdown(text.split("\n").map(printable).join("\n"), 0, 0, getMarkdownTheme());
  }

  view({ width, height }: Size): PageView {
    const lines = this.#markdown.render(width);
    this.#height = height;
    this.#count = lines.length;
    this.#top = Math.max(0, Math.min(this.#top, lines.length - height));
    const last = Math.min(this.#top + height, lines.length);
    const position = lines.length > height ? line(`${last}/${lines.length}`, "dim") : [];
    return {
      title: spread([{ text: printable(this.#title), tone: "accent", bold: true }], position, width),
      // Each comes painted, with its style ended where it ends.
      lines: lines.slice(this.#top, last).map((each) => line(each)),
      hints: ["esc close", "↑↓ scroll"],
    };
  }

  press(key: Key): boolean {
    if (isMove(key)) this.#top = scrolled(this.#top, this.#count, { key, page: this.#height });
    else if (key === "cancel" || key === "open" || key === "confirm") this.#control.close();
    return true;
  }
}
