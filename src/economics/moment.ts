import type { Settings } from "../settings/schema.ts";
import type { Usage } from "./capacity.ts";
import type { EarlierRequest } from "./cold.ts";
import type { CacheRetention, HostModel } from "./host-model.ts";

/**
 * Where a session stands when it is asked whether to flush: before the first request of a prompt, before a later
 * request of the same run, behind the final reply, or at a person's command.
 */
export type FlushPoint = "prompt" | "mid-run" | "final-reply" | "command";

/** Everything a decision rests on but what earlier moments left in the memory. */
export interface Moment {
  readonly point: FlushPoint;
  /** The clock, in ms since 1970. */
  readonly at: number;
  readonly model: HostModel;
  readonly retention: CacheRetention;
  /** See `RequestKeys`. */
  readonly toolsKey: string;
  readonly thinking: string;
  /** R: calibrated tokens that a flush now would remove, with what `keepFor` keeps left out. */
  readonly removable: number;
  /** S: calibrated tokens that a flush now would have written again (`rewrittenTokens`). */
  readonly rewritten: number;
  readonly usage: Usage;
  /** What the host keeps free of its window, in tokens; 16,384 unless its compaction settings say otherwise. */
  readonly reserveTokens: number;
  /** The last reply was cut off, and nothing was flushed behind it yet. */
  readonly isCutOff?: boolean;
  /** Tool results arrived since the last request. */
  readonly newResults: boolean;
  /** The request behind the last answer on the branch; used until this process has sent one itself. */
  readonly lastAnswer?: EarlierRequest | undefined;
  readonly settings: Pick<Settings, "pruneOn" | "autoBudgetThreshold" | "budgetTurnDelta">;
}
