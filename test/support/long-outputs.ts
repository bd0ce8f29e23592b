import type { Reply } from "./loopback/script.ts";

/** A reply that runs a shell command. */
export const bash = (command: string): Reply => ({ toolCalls: [{ name: "bash", input: { command } }] });

/** A reply that runs a command with 300 lines of output, which no other word repeats. */
export const long = (word: string): Reply =>
  bash(`for i in $(seq 1 300); do echo "${word} $i of a long output"; done`);

/** The output of `long`, as a recovery shows it. */
export const output = (word: string): string =>
  Array.from({ length: 300 }, (_, at) => `${word} ${at + 1} of a long output`).join("\n");

/** A reply that asks for originals. */
export const query = (toolCallIds: readonly string[], lines?: string): Reply => ({
  toolCalls: [{ name: "context_tree_query", input: { toolCallIds, ...(lines && { lines }) } }],
});
