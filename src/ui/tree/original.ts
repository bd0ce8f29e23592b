import { imagesOf, textOf } from "../../model/message.ts";
import type { OccurrenceKey } from "../../model/occurrence.ts";
import { isMissing } from "../../recovery/archive.ts";
import { recordOf } from "../../state/queries.ts";
import type { RequestFacts, SessionAccess } from "../command-context.ts";
import type { ContextCall } from "../context/why-raw.ts";
import type { Reading } from "../text-page.ts";

/** A call as it was: its arguments, its output, and what there is to know about them. */
export interface Original {
  readonly args: unknown;
  readonly content: unknown;
  readonly notes: readonly string[];
}

/** An archived call, as the session still holds it. */
export function archivedOriginal(key: OccurrenceKey, session: SessionAccess): Original | undefined {
  const state = session.state();
  const record = state && recordOf(state, key);
  if (!record) return undefined;
  const call = session.archive().read(key, record);
  if (isMissing(call)) return { args: call.args, content: call.preview ?? "", notes: [call.missing] };
  return { args: call.args, content: call.content, notes: call.note === undefined ? [] : [call.note] };
}

/** A call that is in the context as it is. */
export function contextOriginal({ args, resultIndex }: ContextCall, { messages }: RequestFacts): Original {
  const result = messages[resultIndex] as { readonly content?: unknown } | undefined;
  return { args, content: result?.content, notes: [] };
}

/** An original to read: the output, images by name, then the arguments. */
export function readingOf(title: string, { args, content, notes }: Original): Reading {
  const output = typeof content === "string" ? content : textOf(content);
  const images = imagesOf(content).map(
    ({ mimeType, data }) => `[image ${mimeType}, ${data.length} characters of base64]`,
  );
  const written = args === undefined ? [] : ["", "--- arguments ---", argumentsText(args)];
  return { title, notes, text: [...(output === "" ? [] : [output]), ...images, ...written].join("\n") };
}

function argumentsText(args: unknown): string {
  try {
    return JSON.stringify(args, null, 2) ?? String(args);
  } catch {
    return String(args);
  }
}
