import { captureBranch } from "../capture/capture.ts";
import type { BranchMessage } from "../model/branch.ts";
import type { PruneEntry } from "../model/entries.ts";
import type { OccurrenceKey } from "../model/occurrence.ts";
import type { ProtectionRule } from "../settings/protection.ts";
import { recordOf, refOf } from "../state/queries.ts";
import type { PruneState } from "../state/state.ts";

export interface ProtectionQuestion {
  readonly state: Readonly<PruneState>;
  readonly rule: ProtectionRule;
  /** The arguments of a recorded call as the session holds them. */
  readonly argumentsOf: (key: OccurrenceKey) => unknown;
}

/**
 * What a rule changes about earlier records: those it protects show raw, and those that only an earlier rule protected
 * are work again. Undefined when the session says so already. A repeat goes with its original; what was restored by
 * hand stays restored.
 */
export function protectionEffect({ state, rule, argumentsOf }: ProtectionQuestion): PruneEntry | undefined {
  const refs = protectedRefs({ state, rule, argumentsOf });
  const isKnownRule = state.protection === undefined || state.protection === rule.fingerprint;
  if (isKnownRule && isSame(refs, shownAsProtected(state))) return undefined;
  return {
    type: "context-prune-effect",
    data: { kind: "protection", refs, fingerprint: rule.fingerprint },
  };
}

/** The arguments of recorded calls as a branch holds them. It is read when the first are asked for. */
export function recordedArguments(branch: () => readonly BranchMessage[]): ProtectionQuestion["argumentsOf"] {
  let known: ReadonlyMap<OccurrenceKey, unknown> | undefined;
  return (key) => {
    known ??= new Map(
      captureBranch(branch()).flatMap((batch) => batch.calls.map((call) => [call.key, call.args])),
    );
    return known.get(key);
  };
}

function protectedRefs({ state, rule, argumentsOf }: ProtectionQuestion): string[] {
  return [...state.records.keys()].flatMap((key) => {
    const owner = state.aliases.get(key) ?? key;
    const record = recordOf(state, owner);
    const ref = refOf(state, key);
    if (!record || ref === undefined || state.verbatim.get(key) === "restored") return [];
    return rule.isProtected(record.toolName, argumentsOf(owner) ?? record.args) ? [ref] : [];
  });
}

function shownAsProtected({ verbatim, refOfKey }: Readonly<PruneState>): string[] {
  return [...verbatim].flatMap(([key, why]) => (why === "protected" ? (refOfKey.get(key) ?? []) : []));
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && new Set([...some, ...others]).size === some.length;
