import type { CommandContext } from "./command-context.ts";

/** A value that may follow the name of a command. */
export interface Offer {
  readonly value: string;
  readonly note?: string;
}

/** What completion may offer beside what the catalog knows. */
export interface OfferSources {
  /** `provider/id` of every model that can be used. */
  readonly models: () => readonly string[];
  /** Refs of the active branch. */
  readonly refs: () => readonly string[];
}

/** One subcommand of `/pruner`. */
export interface Command {
  readonly name: string;
  readonly kind: "action" | "setting";
  /** The name with what may follow it. */
  readonly usage: string;
  /** One sentence for completion. */
  readonly summary: string;
  /** For help, where the summary would be too long. */
  readonly title?: string;
  /** What may be typed as the last word of `typed`. */
  offers?(typed: string, sources: OfferSources): readonly Offer[];
  run(argument: string, context: CommandContext): Promise<void> | void;
}

/** Runs one line as typed behind `/pruner`; an empty line lets the person choose, or shows help. */
export async function runCommand(
  commands: readonly Command[],
  text: string,
  context: CommandContext,
): Promise<void> {
  const [, typed = "", argument = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const name = typed === "" ? await chooseAction(commands, context) : typed;
  if (name === undefined) return;
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command.run(argument.trim(), context);
  const close = commands.filter((candidate) => isClose(candidate.name, name)).map((each) => each.name);
  const meant = close.length > 0 ? ` Did you mean ${close.join(", ")}?` : "";
  context.say(`pruner: there is no subcommand "${name}".${meant} /pruner help lists them all.`);
}

// Settings are left to their own screen: a dialog has no room for all of them.
async function chooseAction(
  commands: readonly Command[],
  { dialogs }: CommandContext,
): Promise<string | undefined> {
  if (!dialogs) return "help";
  const actions = commands.filter(({ kind }) => kind === "action");
  return dialogs.choose({
    title: "pruner — choose a subcommand",
    choices: actions.map(({ name, summary }) => ({ value: name, label: name, note: summary })),
  });
}

const isClose = (name: string, typed: string): boolean =>
  typed.length >= 3 && (name.includes(typed) || name.startsWith(typed.slice(0, 3)));
