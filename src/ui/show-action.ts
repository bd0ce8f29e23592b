import type { Command } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { callText } from "./context/call-text.ts";
import { readRefs, refOffers } from "./refs-argument.ts";
import { openPage } from "./screen.ts";
import { type Reading, TextPage } from "./text-page.ts";
import { archivedOriginal, readingOf } from "./tree/original.ts";

export const showAction: Command = {
  name: "show",
  kind: "action",
  usage: "show <ref>",
  summary: "Read the original of one call.",
  offers: (argument, { refs }) => refOffers(argument, refs()),
  async run(argument, context) {
    const { custom, say } = context;
    const reading = find(argument, context);
    if (typeof reading === "string") return say(`pruner: ${reading}`);
    if (!custom) return say([reading.title, ...(reading.notes ?? []), "", reading.text].join("\n"));
    await openPage<void>(custom, (control) => new TextPage(reading, control));
  },
};

/** The call to read, or what is wrong with how it was named. */
function find(argument: string, { session }: CommandContext): Reading | string {
  const state = session.state();
  if (!state) return "there is no session.";
  const { refs, unknown } = readRefs(argument, new Set(state.keyOfRef.keys()), []);
  const [ref] = refs;
  if (ref === undefined || unknown.length > 0 || refs.length > 1)
    return unknown.length > 0
      ? `not a ref of this branch: ${unknown.join(", ")}.`
      : "show takes one ref, such as t3.";
  const key = state.keyOfRef.get(ref);
  const original = key && archivedOriginal(key, session);
  const toolName = key && state.records.get(key)?.toolName;
  if (!original) return `nothing is archived under ${ref}.`;
  return readingOf(`${ref} · ${callText(toolName ?? "call", original.args)}`, original);
}
