import type { ExtensionUIContext } from "@mariozechner/pi-coding-agent";
import { type Component, type Focusable, type Input, visibleWidth } from "@mariozechner/pi-tui";
import { type Key, type Keybindings, readKey } from "./keys.ts";
import { cutLine, type Line, line, lineWidth, type Paint, printLine, span } from "./line.ts";

/** Room for the lines of a page, in columns and rows. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PageView {
  readonly title: Line;
  /** At most as many as the size has rows; further ones are left out. */
  readonly lines: readonly Line[];
  /** Which keys do what, the most important first: those that fit are shown. */
  readonly hints: readonly string[];
}

/** What one screen shows and does; `Screen` draws it and reads the keys. */
export interface Page {
  /** Takes the text that is no key of the page. */
  readonly field?: Input | undefined;
  view(size: Size): PageView;
  /** False for a key it has no use for: the field gets it. */
  press(key: Key): boolean;
  /** The text of the field changed. */
  typed?(text: string): void;
}

/** What a page can do to the screen it is on. */
export interface ScreenControl<T> {
  /** Draws again: for what happens without a key. */
  readonly redraw: () => void;
  readonly close: (result: T) => void;
}

export interface ScreenParts {
  readonly page: Page;
  readonly paint: Paint;
  readonly keybindings: Keybindings;
  /** Rows of the terminal. */
  readonly rows: () => number;
  readonly redraw: () => void;
  /** In a frame of its own, for what floats over something else. */
  readonly isBoxed: boolean;
}

// What Pi shows below an inline component, and room for a line of what stands above it.
const ROWS_AROUND = 6;
// A box floats over all of that, with a line of it on each side.
const ROWS_AROUND_BOX = 2;
// Two rules, the title, the hint and the blank lines beside them.
const ROWS_OF_FRAME = 6;
const MIN_ROWS = 3;

/** A page between two rules, or in a box, as Pi's own selectors look. No line is wider than the screen. */
export class Screen implements Component, Focusable {
  /** Host B in fullscreen: page keys are for this screen and not for the transcript. */
  readonly capturesViewportInput = true;
  focused = false;
  readonly #parts: ScreenParts;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
  }

  render(width: number): string[] {
    const { page, paint, isBoxed } = this.#parts;
    const edges: Edges = isBoxed ? boxEdges : plainEdges;
    const inner = Math.max(1, width - 2 * edges.left.length);
    const height = this.#height();
    const { title, lines, hints } = page.view({ width: inner, height });
    const body = [
      title,
      ...(page.field ? [this.#fieldLine(page.field, inner)] : []),
      [],
      ...lines.slice(0, height),
      [],
      line(fittingHints(hints, inner), "dim"),
    ];
    const print = (each: Line) => printLine(each, width, paint);
    return [
      print(rule(edges.top, width)),
      ...body.map((each) => print(framed(each, inner, edges))),
      print(rule(edges.bottom, width)),
    ];
  }

  handleInput(data: string): void {
    const { page, keybindings, redraw } = this.#parts;
    const key = readKey(data, keybindings);
    if (key === undefined || !page.press(key)) typeInto(page, data);
    redraw();
  }

  invalidate(): void {}

  #height(): number {
    const { page, rows, isBoxed } = this.#parts;
    const around = isBoxed ? ROWS_AROUND_BOX : ROWS_AROUND;
    return Math.max(MIN_ROWS, rows() - around - ROWS_OF_FRAME - (page.field ? 1 : 0));
  }

  // The field paints itself, cursor and all: it goes through as one piece, and its style ends with it.
  #fieldLine(field: Input, width: number): Line {
    field.focused = this.focused;
    return line(`${field.render(width)[0] ?? ""}\u001b[27m`);
  }
}

function fittingHints(hints: readonly string[], width: number): string {
  return hints.reduce((text, hint) => {
    const longer = text === "" ? hint : `${text} · ${hint}`;
    return visibleWidth(longer) <= width || text === "" ? longer : text;
  }, "");
}

function typeInto(page: Page, data: string): void {
  const { field } = page;
  if (!field) return;
  const before = field.getValue();
  field.handleInput(data);
  if (field.getValue() !== before) page.typed?.(field.getValue());
}

interface Edges {
  readonly top: readonly [left: string, right: string];
  readonly bottom: readonly [left: string, right: string];
  readonly left: string;
  readonly right: string;
}

const plainEdges: Edges = { top: ["", ""], bottom: ["", ""], left: " ", right: "" };
const boxEdges: Edges = { top: ["╭", "╮"], bottom: ["╰", "╯"], left: "│ ", right: " │" };

const rule = ([left, right]: Edges["top"], width: number): Line =>
  line(`${left}${"─".repeat(Math.max(0, width - left.length - right.length))}${right}`, "border");

function framed(content: Line, inner: number, { left, right }: Edges): Line {
  const short = cutLine(content, inner);
  if (right === "") return [span(left), ...short];
  const blanks = " ".repeat(Math.max(0, inner - lineWidth(short)));
  return [span(left, "border"), ...short, span(blanks), span(right, "border")];
}

/** Pi's own way of showing a component; absent where there is no terminal. */
export type Custom = ExtensionUIContext["custom"];

const overlayOptions = { width: "100%", maxHeight: "100%", anchor: "center" } as const;

/** Shows a page until it closes itself. Undefined when the host cannot show it. */
export function openPage<T>(
  custom: Custom,
  build: (control: ScreenControl<T>) => Page,
  place: "inline" | "overlay" = "inline",
): Promise<T | undefined> {
  const isOverlay = place === "overlay";
  return custom<T | undefined>(
    (tui, theme, keybindings, close) => {
      const redraw = () => tui.requestRender();
      return new Screen({
        page: build({ redraw, close }),
        paint: theme,
        keybindings,
        rows: () => tui.terminal.rows,
        redraw,
        isBoxed: isOverlay,
      });
    },
    isOverlay ? { overlay: true, overlayOptions } : {},
  );
}

/** The same over what is there. Nobody waits for it, and what cannot be drawn is not shown: a loose end would end Pi. */
export function floatPage(custom: Custom, build: (control: ScreenControl<void>) => Page): void {
  openPage<void>(custom, build, "overlay").catch(() => {});
}
