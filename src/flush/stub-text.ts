import { cutHead } from "../digest/cut.ts";
import { digestCallOf } from "../digest/digest-call.ts";
import { outcomeOf } from "../digest/outcome.ts";
import type { CapturedCall } from "../model/batch.ts";
import { byteSize, plural, utf8Bytes } from "../model/format.ts";
import { imagesOf, textOf } from "../model/message.ts";
import type { ShortRef } from "../model/refs.ts";
import { countLines, wellFormed } from "../model/text.ts";

/** What stands in the place of a pruned result: which call it was, how it ended, what it said, how to get it back. */
export function stubText(ref: ShortRef, call: CapturedCall, lines: string): string {
  const footer = `[full output: context_tree_query({ toolCallIds: ["${ref}"] })]`;
  return wellFormed(
    [stubHeader("pruned", ref, call), lines, footer].filter((part) => part !== "").join("\n"),
  );
}

/** The first line of a stub. `what` says what was done with the result. */
export function stubHeader(what: "pruned" | "spilled", ref: ShortRef, call: CapturedCall): string {
  const text = textOf(call.content);
  const images = imagesOf(call.content).length;
  const outcome = outcomeOf(digestCallOf(call)) ?? (call.isError ? "error" : undefined);
  const size = text === "" ? [] : [`${plural(countLines(text), "line")}, ${byteSize(utf8Bytes(text))}`];
  const facts = [what, `ref \`${ref}\``, oneLine(call.toolName), outcome, ...size];
  if (images > 0) facts.push(plural(images, "image"));
  return `[${facts.filter((fact) => fact !== undefined).join(" · ")}]`;
}

// A tool name comes from outside (MCP servers name their own tools): it must not break the header's line.
const oneLine = (name: string): string => cutHead(name.replace(/\s+/g, " "), 80);
