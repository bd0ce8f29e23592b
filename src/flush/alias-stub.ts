import { digestCall } from "../digest/digest.ts";
import { digestCallOf } from "../digest/digest-call.ts";
import type { CapturedCall } from "../model/batch.ts";
import { shortRef } from "../model/refs.ts";
import type { Settings } from "../settings/schema.ts";
import { stubText } from "./stub-text.ts";

/** Tokens of its own content that the stub of a duplicate shows. */
const ALIAS_TOKENS = 150;
/** As long as any ref a session will come to. */
const LONG_REF = shortRef(999_999);

/**
 * What the stub of a duplicate says: which call showed the same, and what that was. The second is said again because a
 * compaction may take the first one's stub away.
 */
export function aliasLines(
  call: CapturedCall,
  original: string,
  { digest }: Pick<Settings, "digest">,
): string {
  const maxTokens = Math.min(ALIAS_TOKENS, digest.maxTokens);
  const lines = digestCall(digestCallOf(call), { ...digest, maxTokens });
  return [`Same output as \`${original}\`.`, lines].filter((part) => part !== "").join("\n");
}

/** Characters that the stub of a duplicate will not exceed, whatever refs are given out. */
export const aliasStubLimit = (call: CapturedCall, settings: Pick<Settings, "digest">): number =>
  stubText(LONG_REF, call, aliasLines(call, LONG_REF, settings)).length;
