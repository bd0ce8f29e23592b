import type { Facts } from "./fixture.ts";

/** One output to record: what to put in a folder, what to run there first, the call, and what must survive of it. */
export interface Scenario {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Shell commands that must succeed; when one does not, the scenario is left out. */
  readonly before?: readonly string[];
  /** Pi's tool, bash when not given; any name with `text`. */
  readonly tool?: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The output itself, for tools Pi does not bring. */
  readonly text?: string;
  readonly isError?: boolean;
  readonly facts: Facts;
}

/** A scenario that runs a shell command. */
export const shell = (name: string, command: string, rest: Omit<Scenario, "name" | "args">): Scenario => ({
  name,
  args: { command },
  ...rest,
});
