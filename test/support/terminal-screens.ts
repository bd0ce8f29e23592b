import type { Key, Terminal } from "./terminal.ts";

/** Runs a command that completion would otherwise help with: a blank behind it leaves nothing to complete. */
export async function runInTerminal(terminal: Terminal, text: string): Promise<void> {
  terminal.type(`${text} `);
  await terminal.waitForScreen((screen) => screen.includes(text));
  terminal.press("enter");
}

/** Presses keys one by one, each when the screen shows what it is to act on. */
export async function pressWhen(
  terminal: Terminal,
  steps: readonly (readonly [RegExp, Key])[],
): Promise<void> {
  for (const [shown, key] of steps) {
    await terminal.waitForScreen(shown);
    terminal.press(key);
  }
}

/**
 * Closes a screen and waits until it is gone. An escape with another key right behind it would be another key: the
 * screen has to be there whole before, and gone after.
 */
export async function closeScreen(terminal: Terminal, whole: RegExp): Promise<string> {
  await terminal.waitForScreen(whole);
  terminal.press("escape");
  return terminal.waitForScreen((text) => !whole.test(text));
}

/** Columns a line of the screen takes: what the emulator cut or wrapped would show as another line. */
export const widest = (lines: readonly string[]): number => Math.max(...lines.map((each) => each.length));
