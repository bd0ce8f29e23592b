import { compactCount, plural } from "../../model/format.ts";
import { type Line, line, printable, span } from "../line.ts";
import type { ProgressRow } from "./progress.ts";

/** How long one picture of the spinner stands, in ms. */
export const FRAME_MS = 120;

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export interface ProgressLook {
  /** Counts the pictures of the spinner. */
  readonly frame: number;
  /** Rows there is room for, the heading included. */
  readonly height: number;
  /** Whether there is a key to cancel with. */
  readonly hasKeys: boolean;
}

/** A heading and one line per batch; where there are more than fit, those that are under way go first. */
export function progressLines(
  rows: readonly ProgressRow[],
  { frame, height, hasKeys }: ProgressLook,
): readonly Line[] {
  const heading = headingLine(rows, hasKeys);
  const room = Math.max(1, height - 1);
  if (rows.length <= room)
    return [heading, ...rows.map((row, index) => rowLine(row, { index, rows, frame }))];
  const first = Math.max(0, Math.min(firstOpen(rows), rows.length - (room - 1)));
  const shown = rows.slice(first, first + room - 1);
  return [
    heading,
    ...shown.map((row, index) => rowLine(row, { index: first + index, rows, frame })),
    line(`… ${rows.length - shown.length} more`, "dim"),
  ];
}

const isOpen = ({ state }: ProgressRow): boolean => state.kind === "pending" || state.kind === "running";

function firstOpen(rows: readonly ProgressRow[]): number {
  const first = rows.findIndex(isOpen);
  return first < 0 ? rows.length : first;
}

function headingLine(rows: readonly ProgressRow[], hasKeys: boolean): Line {
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  const chars = rows.reduce((sum, row) => sum + row.rawChars, 0);
  const done = rows.filter((row) => !isOpen(row)).length;
  return [
    span(`pruner: ${done}/${plural(rows.length, "batch", "batches")}`, "accent"),
    span(
      ` · ${plural(calls, "tool call")} · ${compactCount(chars)} chars${hasKeys ? " · esc cancels" : ""}`,
      "muted",
    ),
  ];
}

interface RowPlace {
  readonly index: number;
  readonly rows: readonly ProgressRow[];
  readonly frame: number;
}

function rowLine(row: ProgressRow, { index, rows, frame }: RowPlace): Line {
  const name = `Batch ${index + 1}/${rows.length} · ${plural(row.calls, "tool call")} · `;
  return [span(`  ${name}`, "text"), ...stateSpans(row, frame)];
}

function stateSpans({ state, rawChars }: ProgressRow, frame: number): Line {
  const raw = `${compactCount(rawChars)} raw chars`;
  switch (state.kind) {
    case "pending":
      return line("○ pending", "dim");
    case "running": {
      const picture = FRAMES[frame % FRAMES.length] ?? "";
      return [span(picture, "accent"), span(` ${compactCount(state.chars)} summary chars / ${raw}`, "muted")];
    }
    case "done":
      return [span("✓", "success"), span(` ${compactCount(state.chars)} summary chars / ${raw}`, "muted")];
    case "failed":
      return [span("⚠ skipped", "warning"), span(` ${printable(state.message)}`, "muted")];
  }
}
