import type { Command, Offer, OfferSources } from "./command.ts";

/** Something to type, as Pi's completion takes it: `value` stands for everything behind `/pruner `. */
export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

// More cannot be looked through in Pi's list.
const MOST_OFFERS = 200;

/** Subcommands, then their values, that begin with what is typed; null when nothing does, as Pi wants it. */
export function complete(
  commands: readonly Command[],
  typed: string,
  sources: OfferSources,
): Completion[] | null {
  const [, name = "", gap = "", argument = ""] = /^\s*(\S*)(\s*)([\s\S]*)$/.exec(typed) ?? [];
  const found = gap === "" ? names(commands, name) : values(commands, { name, argument }, sources);
  // With the list open, Enter takes from it: where nothing is left to complete it is to run the command.
  const isExact = found.some(({ value }) => value === typed.trimStart());
  const isDone = isExact && (gap !== "" || found.length === 1);
  return found.length > 0 && !isDone ? found.slice(0, MOST_OFFERS) : null;
}

const names = (commands: readonly Command[], typed: string): Completion[] =>
  commands
    .filter(({ name }) => name.startsWith(typed))
    .map(({ name, summary }) => ({ value: name, label: name, description: summary }));

function values(
  commands: readonly Command[],
  { name, argument }: { readonly name: string; readonly argument: string },
  sources: OfferSources,
): Completion[] {
  const command = commands.find((candidate) => candidate.name === name);
  const begun = /\S*$/.exec(argument)?.[0] ?? "";
  const before = argument.slice(0, argument.length - begun.length);
  const offers = command?.offers?.(argument, sources) ?? [];
  return fitting(offers, begun.toLowerCase()).map(({ value, note }) => ({
    value: `${name} ${before}${value}`,
    label: value,
    ...(note !== undefined && { description: note }),
  }));
}

/** Those that begin with what is typed; where there are none, those that hold it: nobody knows every provider. */
function fitting(offers: readonly Offer[], begun: string): readonly Offer[] {
  const starting = offers.filter(({ value }) => value.toLowerCase().startsWith(begun));
  return starting.length > 0 ? starting : offers.filter(({ value }) => value.toLowerCase().includes(begun));
}
