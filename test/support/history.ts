import type { Settings } from "../../src/settings/schema.ts";
import type { HostName } from "./host-transforms.ts";
import type { ReferenceFlush } from "./reference-flush.ts";
import type { Summarizer } from "./summarizers.ts";
import type { Line } from "./transcript.ts";

/** What may happen to a session, one thing after the other. Numbers that name an entry wrap around. */
export type Step =
  | { readonly kind: "add"; readonly lines: readonly Line[] }
  /** A request, and behind it what it led to: the assistant's message, results, whatever came between. */
  | { readonly kind: "turn"; readonly lines: readonly Line[] }
  | { readonly kind: "flush"; readonly flush: FlushStep }
  | { readonly kind: "reload" }
  | { readonly kind: "tree"; readonly to: number; readonly summary: boolean }
  | { readonly kind: "compact"; readonly keep: number; readonly whole?: boolean }
  /** A result of the context is replaced by a text, or taken out, as host B's `context_edit` does. */
  | { readonly kind: "edit"; readonly of: number; readonly text: string | null }
  /** Pruning is switched, or the tool for originals comes or goes. */
  | { readonly kind: "switch"; readonly of: "enabled" | "recoverable"; readonly value: boolean }
  /** A person takes calls back, or gives them away again, by their refs. */
  | { readonly kind: "mark"; readonly as: "restored" | "pruned"; readonly refs: readonly string[] }
  /** The tools that the settings protect from now on. */
  | { readonly kind: "protect"; readonly tools: readonly string[] }
  /** Every closed chain is compressed. */
  | { readonly kind: "chains" }
  /** The reference implementation was in this session, and flushed. */
  | { readonly kind: "reference"; readonly flush: ReferenceFlush }
  /** The host refuses one append, after `after` good ones. */
  | { readonly kind: "refuse"; readonly after: number }
  /** A custom entry of any kind, as a file may hold it when it is opened. */
  | { readonly kind: "entry"; readonly type: string; readonly data: unknown };

export interface FlushStep {
  readonly keep: number;
  readonly summarizer: Summarizer;
  readonly settings: Partial<Settings>;
  readonly cancel: boolean;
  /** Its texts are made, and nothing else: another flush may take them. */
  readonly ahead?: boolean;
  /** What happens before the summarizer answers. */
  readonly meanwhile: readonly Step[];
}

export interface History {
  readonly host: HostName;
  /** ms between two messages. */
  readonly pace: number;
  readonly steps: readonly Step[];
}
