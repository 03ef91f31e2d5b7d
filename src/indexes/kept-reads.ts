/** What was lately read from the store, by key: up to so many values, those go first that nobody has asked for the longest. Whoever follows the journal drops what a change has touched. */
export class KeptReads<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  /** Counts drops: what was being read meanwhile may be old, and is not kept. */
  #drops = 0;

  /** `read` gives the values of keys that are not kept; it may leave some out, which are then asked for again each time. */
  constructor(
    private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly capacity: number,
  ) {}

  /** The values by key, without those of keys that `read` left out. */
  async get(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    const found = new Map<Key, Value>();
    const missing = new Set<Key>();
    for (const key of keys) {
      // Taken before anything is read: what is kept may be dropped meanwhile.
      const value = this.#kept.get(key);
      if (value === undefined) missing.add(key);
      else {
        found.set(key, value);
        // A map keeps the order of insertion: what is asked for goes to its end.
        this.#kept.delete(key);
        this.#kept.set(key, value);
      }
    }
    if (missing.size === 0) return found;
    const before = this.#drops;
    const read = await this.read([...missing]);
    for (const [key, value] of read) found.set(key, value);
    if (before === this.#drops) this.#keep(read);
    return found;
  }

  drop(keys: Iterable<Key>): void {
    this.#drops++;
    for (const key of keys) this.#kept.delete(key);
  }

  clear(): void {
    this.#drops++;
    this.#kept.clear();
  }

  #keep(read: ReadonlyMap<Key, Value>): void {
    for (const [key, value] of read) this.#kept.set(key, value);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= this.capacity) return;
      this.#kept.delete(key);
    }
  }
}
