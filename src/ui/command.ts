import type { FlushReport } from "../flush/report.ts";
import type { StatusFacts } from "./status-line.ts";

/** What a subcommand may reach; the shell supplies it. */
export interface CommandContext {
  readonly facts: () => StatusFacts & { readonly settings: Readonly<Record<string, unknown>> };
  /** Writes one setting; the text says what went wrong, undefined when nothing did. */
  readonly save: (path: string, value: unknown) => Promise<string | undefined>;
  readonly say: (text: string) => void;
  /** Flushes now; undefined when a flush is running already or was cancelled. */
  readonly flush: () => Promise<FlushReport | undefined>;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  run(argument: string, context: CommandContext): Promise<void> | void;
}

/** Runs one line as typed behind `/pruner`. */
export async function runCommand(
  commands: readonly Command[],
  line: string,
  context: CommandContext,
): Promise<void> {
  const [, name = "", argument = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const command = commands.find((candidate) => candidate.name === (name || "help"));
  if (!command) return context.say(`pruner: there is no subcommand "${name}". /pruner help lists them.`);
  await command.run(argument.trim(), context);
}

/** Subcommands that begin with what is typed, as Pi's completion wants them; null when nothing fits. */
export function completeCommand(commands: readonly Command[], prefix: string) {
  const fitting = commands.filter(({ name }) => name.startsWith(prefix.trimStart()));
  if (fitting.length === 0) return null;
  return fitting.map(({ name, summary }) => ({ value: name, label: name, description: summary }));
}

export function helpText(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.usage.length));
  return commands.map(({ usage, summary }) => `/pruner ${usage.padEnd(width)}  ${summary}`).join("\n");
}
