import fc from "fast-check";
import type { Line } from "./transcript.ts";

const TEXT_CHARS = 50;

/**
 * Lets fast-check print a counterexample as a person would write it down: without what every message has, and with
 * long texts cut. The seed and path it prints beside give the exact value again.
 */
export function readable<T extends object>(value: T): T {
  Object.defineProperty(value, fc.toStringMethod, { value: () => short(value), enumerable: false });
  return value;
}

const short = (value: unknown): string =>
  JSON.stringify(value, (key, item) => {
    if (key === "usage" || key === "api" || key === "provider" || key === "model") return undefined;
    if (isText(item)) return short(item.text).slice(1, -1);
    if (typeof item !== "string" || item.length <= TEXT_CHARS) return item;
    return `${item.slice(0, TEXT_CHARS)}... (${item.length} characters)`;
  });

const isText = (value: unknown): value is { text: string } =>
  typeof value === "object" &&
  value !== null &&
  (value as { type?: unknown }).type === "text" &&
  typeof (value as { text?: unknown }).text === "string";

export const readableLines = (lines: readonly Line[]): readonly Line[] => readable([...lines]);
