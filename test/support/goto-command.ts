import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";

/**
 * An extension for tests, for what a client in RPC mode cannot ask for otherwise: `/goto <entry id>` moves the session
 * to an entry, as a choice in `/tree` does, `/goto-summarized <entry id>` has a summary made of the branch it leaves,
 * `/reload-extensions` does what `/reload` does, and `/edit <JSON>` edits an entry, as extensions of host B may.
 */
export default function gotoCommand(pi: ExtensionAPI): void {
  const goto = (name: string, summarize: boolean) =>
    pi.registerCommand(name, {
      description: "Move to an entry of the session",
      handler: async (entryId, ctx) => {
        await ctx.navigateTree(entryId, { summarize });
      },
    });
  goto("goto", false);
  goto("goto-summarized", true);
  pi.registerCommand("reload-extensions", {
    description: "Load the extensions again",
    handler: (_, ctx) => ctx.reload(),
  });
  pi.registerCommand("edit", {
    description: "Replace what an entry of the session shows, or take it out",
    handler: async (edit, ctx) => {
      const { targetId, replacement } = JSON.parse(edit);
      const session = ctx.sessionManager as typeof ctx.sessionManager & WithEdits;
      // Another branch may be open by now than the file tells.
      if (session.getBranch().some(({ id }) => id === targetId))
        session.appendContextEdit?.(targetId, replacement);
    },
  });
}

/** Host B only. */
interface WithEdits {
  appendContextEdit?(targetId: string, replacement: { content: unknown } | null): string;
}
