import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";

/** Why a call is not to run, for the model; undefined when it may. */
export type Objection = (toolName: string, args: unknown, ctx: ExtensionContext) => string | undefined;

/**
 * Blocks tool calls that `objection` is against. Registered on demand and once: on host A a handler of `tool_call` makes
 * every tool wait for all other extensions, so a session that needs none has none. A fault of ours blocks nothing.
 */
export class ArgumentGuard {
  readonly #pi: ExtensionAPI;
  readonly #objection: Objection;
  #isRegistered = false;

  constructor(pi: ExtensionAPI, objection: Objection) {
    this.#pi = pi;
    this.#objection = objection;
  }

  require(): void {
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    this.#pi.on("tool_call", ({ toolName, input }, ctx) => {
      const reason = this.#check(toolName, input, ctx);
      return reason === undefined ? undefined : { block: true, reason };
    });
  }

  #check(...call: Parameters<Objection>): string | undefined {
    try {
      return this.#objection(...call);
    } catch {
      return undefined;
    }
  }
}
