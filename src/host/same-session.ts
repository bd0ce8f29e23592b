import { resolve } from "node:path";
import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

/** Whether the session that the host is about to open is the one that is open already. */
export function isOpenSession(path: string | undefined, { sessionManager }: ExtensionContext): boolean {
  const open = sessionManager.getSessionFile();
  return path !== undefined && open !== undefined && resolve(path) === resolve(open);
}
