import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';

/** About a kilobyte each. */
const CAPACITY = 3_000;

/** Memories lately read, as they stand now. Whoever follows the journal drops what a change has touched. */
export class MemoryCache {
  readonly #memories = new Map<MemoryId, Memory>();
  /** Counts drops: what was being read meanwhile may be old, and is not kept. */
  #drops = 0;

  constructor(private readonly fetch: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>) {}

  /** The memories in the order asked; unknown ones left out. */
  async get(ids: readonly MemoryId[]): Promise<readonly Memory[]> {
    // Taken before anything is read: what is known may be dropped meanwhile.
    const known = new Map(ids.map((id) => [id, this.#memories.get(id)]));
    const missing = ids.filter((id) => known.get(id) === undefined);
    if (missing.length > 0) {
      const before = this.#drops;
      const fetched = new Map((await this.fetch(missing)).map((memory) => [memory.id, memory]));
      if (before === this.#drops) this.#keep(fetched);
      for (const [id, memory] of fetched) known.set(id, memory);
    }
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  drop(ids: readonly MemoryId[]): void {
    this.#drops++;
    for (const id of ids) this.#memories.delete(id);
  }

  clear(): void {
    this.#drops++;
    this.#memories.clear();
  }

  #keep(fetched: ReadonlyMap<MemoryId, Memory>): void {
    for (const [id, memory] of fetched) this.#memories.set(id, memory);
    // The oldest go first: a map keeps the order of insertion.
    for (const id of this.#memories.keys()) {
      if (this.#memories.size <= CAPACITY) return;
      this.#memories.delete(id);
    }
  }
}
