import type { Component } from "@mariozechner/pi-tui";
import type { ToolCallRecord } from "../model/entries.ts";
import { plural } from "../model/format.ts";
import { nameNumber } from "../model/refs.ts";
import { refRange } from "./flush-notices.ts";
import { type Line, line, type Paint, printable, printLine, span } from "./line.ts";
import { changeText } from "./tree/tree-rows.ts";

/** An entry of the session's file as host B hands it to renderers; what it holds is whatever the file holds. */
export interface RenderedEntry {
  readonly customType: string;
  readonly data?: unknown;
}

export type EntryRenderer = (
  entry: RenderedEntry,
  options: { readonly expanded: boolean },
  theme: Paint,
) => Component | undefined;

/** The entries that tell what a flush did. */
export const FLUSH_ENTRIES = ["context-prune-index", "context-prune-chain"] as const;

/** One line where the transcript stood when a flush happened; unfolded, one more for each call. */
export function flushEntryRenderer(isShown: () => boolean): EntryRenderer {
  return ({ customType, data }, { expanded }, theme) => {
    const lines = isShown() ? entryLines(customType, data) : [];
    if (lines.length === 0) return undefined;
    const shown = expanded ? lines : lines.slice(0, 1);
    return {
      render: (width) => shown.map((each) => printLine([span(" "), ...each], width, theme)),
      invalidate: () => {},
    };
  };
}

function entryLines(customType: string, data: unknown): readonly Line[] {
  if (typeof data !== "object" || data === null) return [];
  return customType === "context-prune-chain" ? chainLines(data) : indexLines(data);
}

function indexLines(data: { readonly toolCalls?: unknown; readonly backfilled?: unknown }): readonly Line[] {
  const { toolCalls, backfilled } = data;
  // Backfilled records make a folded prompt recoverable; the line of that tells of them.
  if (!Array.isArray(toolCalls) || backfilled === true) return [];
  const calls = toolCalls.filter(isRecord);
  if (calls.length === 0) return [];
  const refs = calls.flatMap(({ ref }) => ref ?? []).sort((a, b) => nameNumber(a) - nameNumber(b));
  const range = refs.length > 0 ? ` (${refRange(refs[0] ?? "", refs.at(-1) ?? "")})` : "";
  const sizes = calls.map(sizesOf);
  const raw = sizes.reduce((sum, size) => sum + size.raw, 0);
  const shown = sizes.reduce((sum, size) => sum + size.shown, 0);
  const heading = `pruned ${plural(calls.length, "tool call")}${range} · ${changeText({ raw, shown })} chars`;
  return [
    line(heading, "dim"),
    ...calls.map(
      (call, index): Line => [
        span(`  ${call.ref ?? ""} `, "accent"),
        span(printable(call.toolName), "muted"),
        span(` · ${changeText(sizes[index] ?? { raw: 0, shown: 0 })}`, "dim"),
      ],
    ),
  ];
}

function chainLines(data: { readonly blockId?: unknown; readonly toolRefs?: unknown }): readonly Line[] {
  const { blockId, toolRefs } = data;
  if (typeof blockId !== "string" || !Array.isArray(toolRefs)) return [];
  const refs = toolRefs.filter((ref) => typeof ref === "string");
  return [
    line(`compressed chain ${printable(blockId)} · ${plural(refs.length, "tool call")}`, "dim"),
    ...(refs.length > 0 ? [line(`  ${printable(refs.join(", "))}`, "dim")] : []),
  ];
}

function sizesOf({ chars, resultText, stub, arguments: effects = [] }: ToolCallRecord) {
  const result = chars ?? resultText?.length ?? 0;
  return {
    raw: effects.reduce((sum, effect) => sum + (effect.chars ?? 0), result),
    shown: effects.reduce((sum, { text }) => sum + text.length, stub?.length ?? result),
  };
}

const isRecord = (value: unknown): value is ToolCallRecord => {
  const { toolName, arguments: effects = [] } = (value ?? {}) as Partial<ToolCallRecord>;
  return typeof toolName === "string" && Array.isArray(effects);
};
