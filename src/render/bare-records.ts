import { type ToolResultMessage, textOf } from "../model/message.ts";
import { type OccurrenceKey, occurrenceKey } from "../model/occurrence.ts";

/**
 * Records of old sessions that know a call by its id alone. Each stands for the first result that it could be of: a later
 * one of the same id and text was shown as it is while it was new, and must not change because it has been read.
 */
export class BareRecords {
  readonly #taken = new Set<OccurrenceKey>();

  /** Whether the record stands for a result in front already. One that shows its stub is that result. */
  isTaken(key: OccurrenceKey, { toolCallId, content }: ToolResultMessage, stub: string): boolean {
    if (key !== occurrenceKey(toolCallId)) return false;
    if (this.#taken.has(key)) return true;
    if (textOf(content) === stub) this.#taken.add(key);
    return false;
  }

  take(key: OccurrenceKey): void {
    this.#taken.add(key);
  }
}
