import type { KeybindingsManager } from "@mariozechner/pi-coding-agent";
import { type Keybinding, type KeyId, matchesKey } from "@mariozechner/pi-tui";

/** What a person may do on a screen of ours. Everything else is text for its field. */
export type Key =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "confirm"
  | "cancel"
  | "left"
  | "right"
  | "open"
  | "remove"
  | "restore"
  | "scope"
  | "space";

/** How keys are recognised; Pi's own manager knows what the person has bound. */
export type Keybindings = Pick<KeybindingsManager, "matches">;

const bound: readonly (readonly [Key, Keybinding])[] = [
  ["up", "tui.select.up"],
  ["down", "tui.select.down"],
  ["pageUp", "tui.select.pageUp"],
  ["pageDown", "tui.select.pageDown"],
  ["confirm", "tui.select.confirm"],
  ["cancel", "tui.select.cancel"],
];

const fixed: readonly (readonly [Key, KeyId])[] = [
  ["left", "left"],
  ["right", "right"],
  ["open", "ctrl+o"],
  ["remove", "delete"],
  ["restore", "ctrl+r"],
  ["scope", "tab"],
  ["space", "space"],
];

export function readKey(data: string, keybindings: Keybindings): Key | undefined {
  return (
    bound.find(([, id]) => keybindings.matches(data, id))?.[0] ??
    fixed.find(([, id]) => matchesKey(data, id))?.[0]
  );
}
