import type { Terminal } from "./terminal.ts";

/** Runs a command that completion would otherwise help with: a blank behind it leaves nothing to complete. */
export async function runInTerminal(terminal: Terminal, text: string): Promise<void> {
  terminal.type(`${text} `);
  await terminal.waitForScreen((screen) => screen.includes(text));
  terminal.press("enter");
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
