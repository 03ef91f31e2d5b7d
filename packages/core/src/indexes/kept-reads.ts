/** LRU cache of store reads; whoever follows the journal drops changed keys. */
export class KeptReads<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  /** Counts drops: a value that was being read during one may be stale, and is not kept. */
  #drops = 0;

  /** `read` returns the values of keys that are not cached; keys that it leaves out are read again each time. */
  constructor(
    private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly capacity: number,
  ) {}

  /** The values by key, without keys that `read` left out. */
  async get(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    const found = new Map<Key, Value>();
    const missing = new Set<Key>();
    for (const key of keys) {
      // Taken first: the cached ones may be dropped while the others are read.
      const value = this.#kept.get(key);
      if (value === undefined) missing.add(key);
      else {
        found.set(key, value);
        // A map keeps insertion order, so reinserting marks the most recently used.
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
