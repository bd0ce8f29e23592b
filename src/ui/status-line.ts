import { compactCount } from "../model/format.ts";

/** What the footer tells. Sizes are rendered characters of the latest request, before and after. */
export interface StatusFacts {
  readonly enabled: boolean;
  readonly sizes: { readonly before: number; readonly after: number } | undefined;
  /** Finished turns that no flush has taken yet. */
  readonly pending: number;
  readonly isFlushing: boolean;
}

/** The footer's key in Pi's status line, as the reference has it. */
export const STATUS_KEY = "context-prune";

const CHARS_PER_TOKEN = 4;

/** The footer text in the reference's format. */
export function statusText({ enabled, sizes, pending, isFlushing }: StatusFacts): string {
  if (!enabled) return "│ prune: OFF";
  if (isFlushing) return "│ prune: summarizing…";
  if (sizes) return `│ prune: ON · ${ratio(sizes.before, sizes.after)}`;
  return pending > 0 ? `│ prune: ${pending} pending` : "│ prune: ON";
}

/** `92.0k->14.0k (-85%)`, in tokens. */
export function ratio(before: number, after: number): string {
  const percent = before > 0 ? Math.max(0, Math.round((1 - after / before) * 100)) : 0;
  return `${compactCount(before / CHARS_PER_TOKEN)}->${compactCount(after / CHARS_PER_TOKEN)} (-${percent}%)`;
}
