import type { Messages } from "../model/message.ts";
import type { PruneState } from "../state/state.ts";

/** The degradations a render may meet; the names are those of the session entries. */
export type DiagnosticKind = "unresolved-range" | "range-id-mismatch" | "orphan-sweep" | "backfill-empty";

export interface Diagnostic {
  readonly kind: DiagnosticKind;
  /** Names the cause: one entry is written per kind and key in a session file. */
  readonly key: string;
  readonly detail: string;
}

/** All a render may look at: no setting, clock, tool list or array length decides what it does. */
export interface RenderContext {
  readonly state: Readonly<PruneState>;
  /** The messages as the host gave them, while the phases in front changed them in their places only. */
  readonly given?: Messages;
  /** Notes a degradation. Collected during the render, written to the session after it. */
  readonly report: (diagnostic: Diagnostic) => void;
}

/** One phase of the render: returns `messages` itself when it has nothing to change. */
export type Transform = (messages: Messages, context: RenderContext) => Messages;
