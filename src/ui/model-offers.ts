import type { Offer } from "./command.ts";

const LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh"];

/**
 * What can be the summarizer, given what is typed of it: the two that need no name, the host's models, and behind the
 * full name of one of those and a colon its thinking levels. Words of the typed text may stand anywhere in a name.
 */
export function modelOffers(typed: string, models: readonly string[]): readonly Offer[] {
  const colon = typed.lastIndexOf(":");
  const model = typed.slice(0, Math.max(0, colon));
  if (models.includes(model))
    return LEVELS.map((level) => ({ value: `${model}:${level}`, note: `thinking ${level}` }));
  const fixed: readonly Offer[] = [
    { value: "builtin/digest", note: "no model call" },
    { value: "default", note: "the session's model" },
  ];
  const all = [...fixed, ...models.map((value): Offer => ({ value }))];
  const part = typed.toLowerCase();
  const starting = all.filter(({ value }) => value.toLowerCase().startsWith(part));
  if (starting.length > 0) return starting;
  const words = part.split(/[/:\s]+/).filter((word) => word.length > 1);
  return all.filter(({ value }) => words.some((word) => value.toLowerCase().includes(word)));
}
