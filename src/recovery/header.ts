import { utf8Bytes } from "../model/format.ts";
import { head, wellFormed } from "../model/text.ts";
import { clip } from "./budget.ts";
import type { FoundCall } from "./find.ts";

/** What stands above the body of a block. */
export interface Heading {
  readonly call: FoundCall;
  readonly toolName: string;
  /** One line of JSON; undefined when the arguments are the body or not known. */
  readonly args?: string;
  readonly status: "OK" | "ERROR" | "MISSING";
  readonly turnIndex?: number;
  readonly notes: readonly string[];
}

/** Characters of arguments that stand in a header. */
const ARGS_CHARS = 400;

/**
 * The header of one call's block, up to and including the empty line in front of the body. Arguments and notes share
 * a third of `bytes`; ids and tool names, which come from outside, are cut where no sound one reaches.
 */
export function headerText(
  { call, toolName, args, status, turnIndex, notes }: Heading,
  bytes: number,
): string {
  const { label, ref, record, isElsewhere } = call;
  const noteLines = notes.map(
    (note) => `Note: ${clip(oneLine(note), Math.max(80, bytes / 3 / notes.length))}`,
  );
  const room = Math.floor(bytes / 3) - utf8Bytes(noteLines.join(""));
  return wellFormed(
    [
      `## toolRef: ${clip(oneLine(label), 480)}`,
      ...(ref !== undefined && ref !== label ? [`Ref: ${ref}`] : []),
      ...(record.resultTimestamp === undefined && label === record.toolCallId
        ? ["Occurrence: legacy (no resultTimestamp)"]
        : []),
      ...(isElsewhere ? ["Branch: another branch of this session"] : []),
      `Tool: ${clip(oneLine(toolName), 80)}`,
      ...(args === undefined ? [] : [`Args: ${shortArgs(args, Math.max(60, room))}`]),
      `Status: ${status}`,
      ...(turnIndex === undefined ? [] : [`Turn: ${turnIndex}`]),
      ...noteLines,
      "",
      "",
    ].join("\n"),
  );
}

function shortArgs(args: string, bytes: number): string {
  const rest = ` (${args.length} characters; all of them with args: true)`;
  const cut = head(args, ARGS_CHARS);
  if (cut === args && utf8Bytes(args) <= bytes) return args;
  return `${clip(`${cut}…`, Math.max(20, bytes - rest.length))}${rest}`;
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** Arguments as one line of JSON, which has no lone surrogates; undefined for what JSON cannot hold. */
export function argsText(args: unknown): string | undefined {
  try {
    return JSON.stringify(args) as string | undefined;
  } catch {
    return undefined;
  }
}
