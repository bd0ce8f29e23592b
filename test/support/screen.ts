import { KeybindingsManager, TUI_KEYBINDINGS, visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { expect } from "vitest";
import type { Paint } from "../../src/ui/line.ts";
import { type Custom, type Page, Screen, type ScreenControl } from "../../src/ui/screen.ts";

/** A theme without colours. */
export const plainPaint: Paint = { fg: (_tone, text) => text, bold: (text) => text };

/** Text as tools print it: wide characters, emoji, combining marks, control characters, escape sequences. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom(
        "漢字",
        "👨‍👩‍👧",
        "🇩🇪",
        "e\u0301",
        "ไทยำ",
        "\t",
        "\n",
        "\u001b[31m",
        "\u001b]8;;x\u0007",
        "ﾊﾝｶｸ",
        "…",
      ),
      fc.constant("word "),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

export const anyWidth = fc.integer({ min: 1, max: 200 });

/** Keys as a terminal sends them. */
export const keys = {
  up: "\x1b[A",
  down: "\x1b[B",
  left: "\x1b[D",
  right: "\x1b[C",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
  enter: "\r",
  escape: "\x1b",
  delete: "\x1b[3~",
  backspace: "\x7f",
  space: " ",
  tab: "\t",
  ctrlO: "\x0f",
  ctrlR: "\x12",
} as const;

/** A page on a screen in this process: real keys in, plain lines out. */
export class TestScreen<T> {
  readonly screen: Screen;
  readonly closed: T[] = [];
  redraws = 0;
  rows: number;

  constructor(build: (control: ScreenControl<T>) => Page, { rows = 24, isBoxed = false } = {}) {
    this.rows = rows;
    const redraw = () => {
      this.redraws++;
    };
    this.screen = new Screen({
      page: build({ redraw, close: (result) => this.closed.push(result) }),
      paint: plainPaint,
      keybindings: new KeybindingsManager(TUI_KEYBINDINGS),
      rows: () => this.rows,
      redraw,
      isBoxed,
    });
    this.screen.focused = true;
  }

  press(...data: readonly string[]): this {
    for (const each of data) this.screen.handleInput(each);
    return this;
  }

  type(text: string): this {
    return this.press(...text);
  }

  /** What stands on the screen, without styles and without blanks at the ends of lines. */
  text(width = 60): string {
    return this.lines(width)
      .map((each) => plain(each).trimEnd())
      .join("\n");
  }

  /** The lines as they go to the terminal. */
  lines(width: number): readonly string[] {
    return this.screen.render(width);
  }
}

/** A line without styles and without the marks that place the cursor. */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  text.replace(/\u001b(?:\[[0-9;]*m|_[^\u0007]*\u0007)/g, "");

/** Every width a terminal may have, on every screen it is tried on. */
export function expectToFit(screen: TestScreen<unknown>, width: number): void {
  for (const each of screen.lines(width))
    expect(visibleWidth(each), JSON.stringify(each)).toBeLessThanOrEqual(width);
}

/** A screen that a command opened by way of Pi. */
export interface OpenedScreen {
  readonly place: "inline" | "overlay";
  readonly press: (...data: readonly string[]) => void;
  readonly text: (width?: number) => string;
}

/** Pi's way of showing components, without a terminal: what is opened is kept, the latest last. */
export class TestCustom {
  readonly screens: OpenedScreen[] = [];
  readonly custom: Custom = (factory, options) =>
    new Promise((resolve, reject) => {
      const keybindings = new KeybindingsManager(TUI_KEYBINDINGS);
      const tui = { requestRender: () => {}, terminal: { rows: 40 } };
      // What our screens use of Pi's terminal, theme and keybindings, and no more.
      Promise.resolve(factory(tui as never, plainPaint as never, keybindings as never, resolve)).then(
        (component) => {
          this.screens.push({
            place: options?.overlay ? "overlay" : "inline",
            press: (...data) => {
              for (const each of data) component.handleInput?.(each);
            },
            text: (width = 90) =>
              component
                .render(width)
                .map((each) => plain(each).trimEnd())
                .join("\n"),
          });
        },
        reject,
      );
    });

  /** The screen that a command opens; the command goes on until that is closed. */
  async opened(running: Promise<unknown>): Promise<OpenedScreen> {
    await Promise.race([running, new Promise((resolve) => setImmediate(resolve))]);
    return this.latest();
  }

  latest(): OpenedScreen {
    const screen = this.screens.at(-1);
    if (!screen) throw new Error("nothing was opened");
    return screen;
  }
}
