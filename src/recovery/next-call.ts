import type { FoundCall } from "./find.ts";

/** How the rest of a block is asked for. */
export interface NextCall {
  readonly call: FoundCall;
  readonly lines: string;
  readonly pattern?: string | undefined;
  readonly context?: number | undefined;
  readonly args?: boolean | undefined;
}

// Longer ones would fill the answers they are meant to keep short.
const MAX_CHARS = 200;

/** The exact call that continues a block, as the model would write it. */
export function nextCall({ call, lines, pattern, context, args }: NextCall): string {
  return callText([
    `toolCallIds: [${callName(call)}]`,
    ...(args ? ["args: true"] : []),
    ...(pattern === undefined ? [] : [patternPart(pattern)]),
    ...(context === undefined ? [] : [`context: ${context}`]),
    `lines: ${JSON.stringify(lines)}`,
  ]);
}

/** A call's shortest name, as it stands in a list of ids. */
export function callName({ ref, label }: FoundCall): string {
  const name = ref ?? label;
  return name.length > MAX_CHARS ? "the same id" : JSON.stringify(name);
}

export const patternPart = (pattern: string): string =>
  `pattern: ${pattern.length > MAX_CHARS ? "the same pattern" : JSON.stringify(pattern)}`;

export const callText = (parts: readonly string[]): string => `context_tree_query({ ${parts.join(", ")} })`;
