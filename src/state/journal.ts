import type { PruneEntry, StateEntry } from "../model/entries.ts";
import type { Append } from "../ports.ts";
import { apply, applyCompaction, fold } from "./reducers.ts";
import type { PruneState } from "./state.ts";

/** Session state and the only way to change it: write the entry first, then let it take effect. */
export class Journal {
  readonly #state: PruneState;
  readonly #append: Append;

  constructor(branch: Iterable<StateEntry>, append: Append) {
    this.#state = fold(branch);
    this.#append = append;
  }

  get state(): Readonly<PruneState> {
    return this.#state;
  }

  /** Takes note of a compaction of the host's. */
  compacted(): void {
    applyCompaction(this.#state);
  }

  /** Throws when the host refuses the entry, and then nothing has happened. */
  commit(entry: PruneEntry): void {
    // The host keeps what it is given by reference, and so does the state: neither may see the other's object.
    this.#append(structuredClone(entry));
    apply(this.#state, entry);
  }
}
