import { providerIn } from "./host-model.ts";

/** Why a request finds no cache to read, so that rewriting old messages costs nothing. */
export type ColdCause = "provider" | "model" | "tools" | "thinking" | "compaction" | "expired";

/** What decides whether one request reads what another one wrote. */
export interface RequestKeys {
  /** `modelKey` of its model. */
  readonly modelKey: string;
  /** The same for two requests that send the same tools (and, where known, the same system prompt). */
  readonly toolsKey: string;
  readonly thinking: string;
}

/** A request that was sent; of one that an earlier process sent, only the model and the time are known. */
export interface EarlierRequest extends Partial<RequestKeys> {
  readonly modelKey: string;
  /** When it began, in ms since 1970: cache lives count from there, not from the answer. */
  readonly startedAt: number;
}

export interface ColdQuestion {
  /** When the next request begins, in ms since 1970. */
  readonly at: number;
  readonly keys: RequestKeys;
  /** The last request; of a process that sent none, the one behind the last answer on the branch. */
  readonly last: EarlierRequest | undefined;
  /** When the host last refreshed the entry of `last` without a request, in ms since 1970. */
  readonly warmedAt?: number | undefined;
  /** A compaction stands between `last` and the next request. */
  readonly compacted: boolean;
  /** `CacheRules.lifeMs` of the next request's model. */
  readonly lifeMs: number;
}

/** The first cause that applies, in the order of `ColdCause`; undefined while the cache may be warm. */
export function coldCause(question: ColdQuestion): ColdCause | undefined {
  const { last } = question;
  if (!last) return "expired";
  const changed = changedKey(last, question.keys);
  if (changed) return changed;
  if (question.compacted) return "compaction";
  const touchedAt = Math.max(last.startedAt, question.warmedAt ?? last.startedAt);
  return question.at - touchedAt > question.lifeMs ? "expired" : undefined;
}

function changedKey(last: EarlierRequest, keys: RequestKeys): ColdCause | undefined {
  if (providerIn(last.modelKey) !== providerIn(keys.modelKey)) return "provider";
  if (last.modelKey !== keys.modelKey) return "model";
  if (last.toolsKey !== undefined && last.toolsKey !== keys.toolsKey) return "tools";
  return last.thinking !== undefined && last.thinking !== keys.thinking ? "thinking" : undefined;
}
