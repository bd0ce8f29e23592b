import type { FlushReport } from "../flush/report.ts";
import type { CapturedBatch } from "../model/batch.ts";
import type { Messages } from "../model/message.ts";
import type { Archive } from "../recovery/archive.ts";
import type { SessionSpend } from "../savings/session-spend.ts";
import type { KnowsModel } from "../settings/model-spec.ts";
import type { Settings } from "../settings/schema.ts";
import type { Scope, Source } from "../settings/scope.ts";
import type { PruneState } from "../state/state.ts";
import type { Question } from "./choice-page.ts";
import type { FlushProgress } from "./progress/progress.ts";
import type { Widgets } from "./progress/progress-widget.ts";
import type { Custom } from "./screen.ts";
import type { StatusFacts } from "./status-line.ts";

/** The settings in force, and the way to change them. */
export interface SettingsAccess {
  readonly current: () => Settings;
  /** Which file the value in force comes from. */
  readonly sourceOf: (path: string) => Source;
  /** Writes one setting, or with undefined removes it. The text says what went wrong; undefined when nothing did. */
  readonly save: (path: string, value: unknown, scope: Scope) => string | undefined;
}

export interface ModelAccess {
  /** `provider/id` of every model that can be used. */
  readonly names: () => readonly string[];
  readonly knows: KnowsModel;
}

/** What the host had for the model, and what was sent. */
export interface LatestRequest {
  readonly messages: Messages;
  readonly rendered: Messages;
}

export interface RequestFacts extends LatestRequest {
  /** The model's window and what the provider counted last, in tokens. */
  readonly contextWindow: number | undefined;
  readonly reportedTokens: number | undefined;
  /** Tokens, as the model counts them, for what `Scales` gave. */
  readonly tokens: (weight: number) => number;
}

/** Whether calls are shown in full although they were pruned, or as stubs again. */
export type Mark = "restored" | "pruned";

/** The open session as far as a person looks into it. */
export interface SessionAccess {
  readonly state: () => Readonly<PruneState> | undefined;
  /** The originals as they stand now. */
  readonly archive: () => Archive;
  /** Before the first request: what it would be. */
  readonly request: () => RequestFacts;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
  readonly isRearmed: () => boolean;
  /** What the branch's prompts cost, and what they would have cost unpruned. */
  readonly spend: () => SessionSpend;
  /** From the next request on. The text says what went wrong; undefined when nothing did. */
  readonly mark: (mark: Mark, refs: readonly string[]) => string | undefined;
}

export interface FlushAccess {
  /** What a flush by hand would take, batch by batch. */
  readonly pending: () => Promise<readonly CapturedBatch[]>;
  /** Undefined when another flush is running, or when this one was cancelled. */
  readonly now: (progress: FlushProgress) => Promise<FlushReport | undefined>;
  /** Every finished prompt, whatever the rolling window says. Undefined when a flush is running. */
  readonly compact: () => Promise<FlushReport | undefined>;
}

/** Lets the person choose or write something. Undefined when they did not. */
export interface Dialogs {
  readonly choose: (question: Question) => Promise<string | undefined>;
  readonly edit: (title: string, text: string) => Promise<string | undefined>;
}

/** Everything a subcommand may reach; the shell supplies it. */
export interface CommandContext {
  /** Answers the command where its mode can show it. */
  readonly say: (text: string) => void;
  readonly status: () => StatusFacts;
  readonly settings: SettingsAccess;
  readonly models: ModelAccess;
  readonly session: SessionAccess;
  readonly flush: FlushAccess;
  /** Absent in print and JSON mode: nobody is there to ask. */
  readonly dialogs?: Dialogs | undefined;
  /** Absent where nobody would see one. */
  readonly widgets?: Widgets | undefined;
  /** Absent where Pi draws no terminal. */
  readonly custom?: Custom | undefined;
}
