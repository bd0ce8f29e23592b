import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** An extension for tests: `/goto <entry id>` moves the session to an entry, as a choice in `/tree` does. */
export default function gotoCommand(pi: ExtensionAPI): void {
  pi.registerCommand("goto", {
    description: "Move to an entry of the session",
    handler: async (entryId, ctx) => {
      await ctx.navigateTree(entryId, { summarize: false });
    },
  });
}
