import type { ImageContent } from "@mariozechner/pi-ai";
import type { Budget } from "./budget.ts";
import type { FoundCall } from "./find.ts";

/** What one section of an answer may take. */
export interface Allowance extends Budget {
  readonly images: number;
}

/** One call's part of an answer, before it is known how much room it gets. */
export interface Section {
  readonly call: FoundCall;
  readonly status: "OK" | "ERROR" | "MISSING";
  /** The images it has to show, most wanted first. */
  readonly images: readonly ImageContent[];
  /**
   * The text of the section. Stays within an allowance of a few hundred bytes and a dozen lines or more; in less it
   * shows the least that still makes progress.
   */
  readonly render: (allowance: Allowance) => string;
  /** Lines that matched, where a pattern was searched for. */
  readonly matchingLines?: number;
}
