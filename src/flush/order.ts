import type { Fuse } from "../chain/compress.ts";
import type { ContextItem } from "../digest/knowledge.ts";
import type { CallTest } from "../model/batch.ts";
import type { Now, SummarizeAll, SummarizeAllOptions } from "../ports.ts";
import type { Settings } from "../settings/schema.ts";
import type { Digest } from "../summary/digest-summary.ts";
import type { Trigger } from "./report.ts";

/** What one flush is to do, and with what. */
export interface FlushOrder {
  readonly trigger: Trigger;
  /** More about the trigger: why the cache is cold, what the budget is for. */
  readonly detail?: string | undefined;
  /** How many of the latest read results stay as they are. */
  readonly keep: number;
  /** The calls to take; without it, all. */
  readonly only?: CallTest;
  readonly settings: Settings;
  readonly isProtected: (toolName: string, args: Readonly<Record<string, unknown>>) => boolean;
  readonly summarize: SummarizeAll;
  /** Told what the flush is about before any text is made, so that a digest need not repeat what stays. */
  readonly learn?: (context: readonly ContextItem[]) => void;
  /** What is worth keeping of a call of a chain that has no text of its own. */
  readonly digest: Digest;
  /** Makes one text of several by a model; absent with the digest. */
  readonly fuse?: Fuse;
  /** A word that no other session has: it marks the placeholders of arguments. */
  readonly nonce: string;
  readonly now: Now;
  readonly signal?: AbortSignal;
  readonly onProgress?: SummarizeAllOptions["onProgress"];
  readonly onDone?: SummarizeAllOptions["onDone"];
  readonly onPaid?: SummarizeAllOptions["onPaid"];
}
