import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { notify } from "./notify.ts";
import { restoreTool } from "./restore-tool.ts";

/** The tool that stubs name. `--tools` may leave it out, and then the model cannot get an original back. */
export class RecoveryTool {
  readonly #pi: ExtensionAPI;
  readonly #name: string;
  /** At the latest request of this branch. */
  #wasActive: boolean | undefined;
  #isMissingSaid = false;

  constructor(pi: ExtensionAPI, name: string) {
    this.#pi = pi;
    this.#name = name;
  }

  /** A branch was opened. */
  open(ctx: ExtensionContext): void {
    this.#wasActive = undefined;
    restoreTool(this.#pi, ctx, this.#name);
  }

  get isActive(): boolean {
    return this.#pi.getActiveTools().includes(this.#name);
  }

  /** Whether it is active, told when it came or went and once for each branch; undefined when nothing changed. */
  change(): boolean | undefined {
    const { isActive } = this;
    if (isActive === this.#wasActive) return undefined;
    this.#wasActive = isActive;
    return isActive;
  }

  sayMissing(ctx: ExtensionContext): void {
    if (this.#isMissingSaid) return;
    this.#isMissingSaid = true;
    const text = `pruner: the tool ${this.#name} is not active, so nothing is pruned, and what was pruned is shown in full where it fits: the model could not get it back.`;
    notify(ctx, text, "warning");
  }
}
