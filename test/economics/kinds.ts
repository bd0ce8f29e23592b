import { readFileSync } from "node:fs";

/** A text of one kind, and how many tokens two real tokenizers make of it: Claude 2's, and OpenAI's `o200k_base`. */
export interface KindCount {
  readonly kind: string;
  readonly text: string;
  readonly tokens: readonly [claude2: number, o200k: number];
}

export const kindCounts = (): readonly KindCount[] =>
  JSON.parse(readFileSync(new URL("./kinds.json", import.meta.url), "utf8")) as KindCount[];
