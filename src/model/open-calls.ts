import { type AgentMessage, isAssistant, isBarrier, isDropped, toolCallsOf } from "./message.ts";

/**
 * Which tool calls a result may still answer at a point of the transcript. It follows exactly what the hosts do on
 * the way to the provider (`transformMessages`): a turn is closed by the next assistant message, kept or not, and by
 * whatever reaches the provider as a user message; calls of a reply that ended in an error or an abort never open.
 */
export class OpenCalls {
  #open = new Map<string, number>();

  /** Takes note of a message that is not a tool result. */
  follow(message: AgentMessage): void {
    if (isAssistant(message)) {
      if (this.#open.size > 0) this.#open.clear();
      if (isDropped(message)) return;
      for (const call of toolCallsOf(message)) this.#open.set(call.id, (this.#open.get(call.id) ?? 0) + 1);
    } else if (this.#open.size > 0 && isBarrier(message)) this.#open.clear();
  }

  /** True when a result with this id answers an open call, which is thereby answered. */
  answer(toolCallId: string): boolean {
    const left = this.#open.get(toolCallId);
    if (left === undefined) return false;
    if (left === 1) this.#open.delete(toolCallId);
    else this.#open.set(toolCallId, left - 1);
    return true;
  }
}
