import type { ExtensionUIContext } from "@mariozechner/pi-coding-agent";
import { type Paint, printLine } from "../line.ts";
import type { ProgressRow } from "./progress.ts";
import { FRAME_MS, progressLines } from "./progress-lines.ts";

/** The widget's key, as the reference has it. */
export const PROGRESS_KEY = "context-prune-progress";

export type Widgets = Pick<ExtensionUIContext, "setWidget">;

// Host widgets of plain lines end after ten; a client has no animation.
const PLAIN_HEIGHT = 10;
const MOST_OF_SCREEN = 3;

/** Rows of a flush above the editor, for as long as it runs. */
export interface ProgressWidget {
  /** Something of the rows is different. */
  changed(): void;
  close(): void;
}

/** On a terminal: drawn anew with every picture of the spinner. */
export function terminalWidget(widgets: Widgets, rows: () => readonly ProgressRow[]): ProgressWidget {
  let frame = 0;
  let redraw = () => {};
  const timer = setInterval(() => {
    frame++;
    redraw();
  }, FRAME_MS);
  timer.unref();
  const stop = () => clearInterval(timer);
  widgets.setWidget(PROGRESS_KEY, (tui, theme) => {
    redraw = () => tui.requestRender();
    const height = () => Math.max(2, Math.floor(tui.terminal.rows / MOST_OF_SCREEN));
    return {
      render: (width: number) => printed(rows(), { frame, height: height(), width, paint: theme }),
      invalidate: () => {},
      // The host takes the widget away with its session, whether the flush has ended or not.
      dispose: stop,
    };
  });
  return {
    changed: () => redraw(),
    close: () => {
      stop();
      widgets.setWidget(PROGRESS_KEY, undefined);
    },
  };
}

/** In RPC mode: an event with all lines whenever a batch begins or ends. */
export function eventWidget(widgets: Widgets, rows: () => readonly ProgressRow[]): ProgressWidget {
  const changed = () =>
    widgets.setWidget(
      PROGRESS_KEY,
      progressLines(rows(), { frame: 0, height: PLAIN_HEIGHT, hasKeys: false }).map((spans) =>
        spans.map(({ text }) => text).join(""),
      ),
    );
  changed();
  return { changed, close: () => widgets.setWidget(PROGRESS_KEY, undefined) };
}

interface Printing {
  readonly frame: number;
  readonly height: number;
  readonly width: number;
  readonly paint: Paint;
}

const printed = (rows: readonly ProgressRow[], { frame, height, width, paint }: Printing): string[] =>
  progressLines(rows, { frame, height, hasKeys: true }).map((each) =>
    printLine([{ text: " " }, ...each], width, paint),
  );
