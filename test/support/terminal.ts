import { type IPty, spawn } from "@lydell/node-pty";
import xterm, { type Terminal as Emulator } from "@xterm/headless";
import { Condition, DEADLOCK_MS } from "./condition.ts";
import { type PiOptions, piArguments } from "./pi-process.ts";
import type { Sandbox } from "./sandbox.ts";

export interface TerminalOptions extends PiOptions {
  /** Default 120 by 40. */
  readonly columns?: number;
  readonly rows?: number;
}

const keys = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  backspace: "\x7f",
  delete: "\x1b[3~",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
  space: " ",
} as const;

/** The terminal mode of a synchronized update. */
const SYNCHRONIZED = 2026;

/** A named key, or `ctrl+` and a letter. */
export type Key = keyof typeof keys | `ctrl+${string}`;

export const startTerminal = (sandbox: Sandbox, options: TerminalOptions = {}): Terminal =>
  new Terminal(sandbox, options);

/** A Pi on a terminal: what it draws is what an emulator shows, alternate screen included. */
export class Terminal {
  readonly #pty: IPty;
  readonly #emulator: Emulator;
  readonly #condition = new Condition();
  readonly #timeoutMs: number;
  #isDrawing = false;
  /** Resolves with the exit code of Pi. */
  readonly exited: Promise<number>;

  constructor(sandbox: Sandbox, options: TerminalOptions) {
    const { columns = 120, rows = 40, timeoutMs = DEADLOCK_MS } = options;
    this.#timeoutMs = timeoutMs;
    this.#emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 5000, allowProposedApi: true });
    this.#pty = spawn(sandbox.host.node, [sandbox.host.cli, ...piArguments(options)], {
      name: "xterm-256color",
      cols: columns,
      rows,
      cwd: sandbox.cwd,
      env: { ...sandbox.env, ...options.env },
    });
    this.#watchFrames();
    this.#pty.onData((data) => this.#emulator.write(data, () => this.#condition.changed()));
    // What Pi asks its terminal for (cursor position, attributes) is answered as a real one does.
    this.#emulator.onData((data) => this.#pty.write(data));
    this.exited = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
    // Everything drawn before the end is still to be seen.
    const afterLastDrawing = (code: number) =>
      this.#emulator.write("", () => this.#condition.fail(new Error(`Pi exited with ${code}`)));
    void this.exited.then(afterLastDrawing);
  }

  // Pi draws a frame between the marks of a synchronized update; within, the screen is half old and half new.
  #watchFrames(): void {
    for (const final of ["h", "l"])
      this.#emulator.parser.registerCsiHandler({ prefix: "?", final }, (modes) => {
        if (modes.includes(SYNCHRONIZED)) this.#isDrawing = final === "h";
        return false;
      });
  }

  /** The visible lines, without blanks at their ends. */
  screen(): readonly string[] {
    const buffer = this.#emulator.buffer.active;
    return Array.from({ length: this.#emulator.rows }, (_, row) =>
      (buffer.getLine(buffer.baseY + row)?.translateToString() ?? "").trimEnd(),
    );
  }

  /** How the text at a place is coloured: numbers of its foreground and background, -1 for the terminal's own. */
  colours(row: number, column: number): readonly [foreground: number, background: number] {
    const buffer = this.#emulator.buffer.active;
    const cell = buffer.getLine(buffer.baseY + row)?.getCell(column);
    return [
      !cell || cell.isFgDefault() ? -1 : cell.getFgColor(),
      !cell || cell.isBgDefault() ? -1 : cell.getBgColor(),
    ];
  }

  /** The visible lines as one text. */
  text(): string {
    return this.screen().join("\n");
  }

  /** Waits until the screen shows something. Resolves with its text; rejects with it, too. */
  waitForScreen(
    expected: RegExp | ((text: string) => boolean),
    timeoutMs = this.#timeoutMs,
  ): Promise<string> {
    const shows = typeof expected === "function" ? expected : (text: string) => expected.test(text);
    const probe = () => {
      const text = this.text();
      return !this.#isDrawing && shows(text) ? text : undefined;
    };
    return this.#condition.until(probe, {
      describe: () => `a screen with ${expected}; now:\n${this.text()}`,
      timeoutMs,
    });
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  press(key: Key): void {
    this.#pty.write(key in keys ? keys[key as keyof typeof keys] : controlCode(key));
  }

  resize(columns: number, rows: number): void {
    this.#emulator.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** Ends Pi as closing a terminal window does, and by force when that takes too long. Resolves with its exit code. */
  async close(): Promise<number> {
    const force = setTimeout(() => this.#pty.kill("SIGKILL"), this.#timeoutMs);
    this.#pty.kill("SIGHUP");
    const code = await this.exited;
    clearTimeout(force);
    this.#emulator.dispose();
    return code;
  }
}

function controlCode(key: string): string {
  const letter = /^ctrl\+([a-z])$/.exec(key)?.[1];
  if (!letter) throw new Error(`Unknown key: ${key}`);
  return String.fromCharCode(letter.charCodeAt(0) - "a".charCodeAt(0) + 1);
}
