import { isToolResult, type Messages } from "../model/message.ts";

/**
 * Tells whether a session has results, by what came since it was asked last: sessions grow at their end. One that got
 * its first result elsewhere, from another extension, is known to have it when the next one comes.
 */
export class ResultWatch {
  /** Messages that are known to hold none. */
  #without = 0;

  in(messages: Messages): boolean {
    const from = messages.length < this.#without ? 0 : this.#without;
    for (let index = from; index < messages.length; index++) {
      const message = messages[index];
      if (!message || !isToolResult(message)) continue;
      this.#without = 0;
      return true;
    }
    this.#without = messages.length;
    return false;
  }
}
