import type { Theme } from "@mariozechner/pi-coding-agent";
import type { Component } from "@mariozechner/pi-tui";
import { byteSize, plural } from "../model/format.ts";
import { textOf } from "../model/message.ts";
import { givenIn, namedIn } from "../recovery/named.ts";
import type { AnswerDetails } from "../recovery/query.ts";
import { printable, wrap } from "./line.ts";

/** What was asked, as one line; the arguments may still be arriving. */
export function callSummary(args: unknown): string {
  const { pattern, lines, args: isArgs } = givenIn(args);
  const ids = namedIn(args);
  const named = ids.slice(0, 8).join(", ");
  return [
    ids.length > 8 ? `${named} and ${ids.length - 8} more` : named,
    ...(isArgs === true ? ["arguments"] : []),
    ...(typeof pattern === "string" ? [`pattern ${JSON.stringify(pattern)}`] : []),
    ...(typeof lines === "string" ? [`lines ${lines}`] : []),
  ].join(" · ");
}

/** What came back, as one line. */
export function resultSummary(details: AnswerDetails): string {
  const { refs, missing, unknown, images, bytes, matchingLines } = details;
  return [
    plural(refs.length, "output"),
    ...(matchingLines === undefined ? [] : [plural(matchingLines, "matching line")]),
    ...(images > 0 ? [plural(images, "image")] : []),
    byteSize(bytes),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(unknown > 0 ? [`${unknown} not found`] : []),
  ].join(" · ");
}

/** The call in the transcript. */
export const renderCall = (args: unknown, theme: Theme): Component =>
  new PaintedText([
    { text: "context_tree_query", paint: (text) => theme.fg("toolTitle", theme.bold(text)) },
    { text: callSummary(args), paint: (text) => theme.fg("accent", text) },
  ]);

interface Shown {
  readonly content: unknown;
  readonly details?: unknown;
}

/** The result in the transcript: a line of numbers, or all of it when expanded. */
export function renderResult(
  { content, details }: Shown,
  { expanded, isError }: { readonly expanded: boolean; readonly isError: boolean },
  theme: Theme,
): Component {
  const text = textOf(content);
  if (isError || !isAnswerDetails(details)) {
    return new PaintedText([{ text, paint: (part) => theme.fg(isError ? "error" : "toolOutput", part) }]);
  }
  const summary = { text: resultSummary(details), paint: (part: string) => theme.fg("muted", part) };
  if (!expanded) return new PaintedText([summary]);
  return new PaintedText([summary, { text, paint: (part) => theme.fg("toolOutput", part) }]);
}

// Details of sessions that another version wrote may be anything.
function isAnswerDetails(details: unknown): details is AnswerDetails {
  const { refs, bytes, images, missing, unknown } = (details ?? {}) as Partial<AnswerDetails>;
  const areNumbers = [bytes, images, missing, unknown].every((value) => typeof value === "number");
  return Array.isArray(refs) && areNumbers;
}

interface Painted {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** Texts below each other, wrapped before they are painted: no line is wider than the screen. */
class PaintedText implements Component {
  readonly #parts: readonly Painted[];
  /** The lines for one width: Pi draws the whole transcript at every key. */
  #drawn: { readonly width: number; readonly lines: readonly string[] } | undefined;

  constructor(parts: readonly Painted[]) {
    this.#parts = parts;
  }

  render(width: number): string[] {
    if (this.#drawn?.width !== width) this.#drawn = { width, lines: this.#draw(width) };
    return [...this.#drawn.lines];
  }

  /** The theme changed. */
  invalidate(): void {
    this.#drawn = undefined;
  }

  #draw(width: number): readonly string[] {
    return this.#parts.flatMap(({ text, paint }) =>
      text
        .split("\n")
        .flatMap((line) => wrap(printable(line), width))
        .map((line) => (line === "" ? "" : paint(line))),
    );
  }
}
