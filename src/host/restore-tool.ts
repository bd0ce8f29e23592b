import type { ExtensionAPI, ExtensionContext, SessionEntry } from "@mariozechner/pi-coding-agent";
import { branchEntries } from "./branch.ts";

/** Host B's note in a session of which tools the model was given and which were taken away. */
interface Loadout {
  readonly toolsAdded?: readonly { readonly name: string }[];
  readonly toolsRemoved?: readonly { readonly name: string }[];
}

/**
 * Gives the model a tool again that a session says was taken away. Host B keeps to such notes, so a session that was
 * opened once without the extension would stay without its tool, although its stubs name it. A tool that was left out
 * on the command line or switched off otherwise stays out.
 */
export function restoreTool(pi: ExtensionAPI, { sessionManager }: ExtensionContext, name: string): void {
  const active = pi.getActiveTools();
  if (active.includes(name) || !pi.getAllTools().some((tool) => tool.name === name)) return;
  const isNamedIn = (tools: Loadout["toolsAdded"]) => tools?.some((tool) => tool.name === name) === true;
  const latest = branchEntries(sessionManager)
    .map(loadoutOf)
    .findLast(({ toolsAdded, toolsRemoved }) => isNamedIn(toolsAdded) || isNamedIn(toolsRemoved));
  if (isNamedIn(latest?.toolsRemoved)) pi.setActiveTools([...active, name]);
}

// Host A's types know no such messages.
const loadoutOf = (entry: SessionEntry): Loadout =>
  entry.type === "message" && (entry.message.role as string) === "system"
    ? (entry.message as unknown as Loadout)
    : {};
