import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { KeptReads } from './kept-reads.js';

/** About a kilobyte each. */
const CAPACITY = 3_000;

/** Cache of memories in their current version. Whoever follows the journal drops changed ones. */
export class MemoryCache {
  readonly #memories: KeptReads<MemoryId, Memory>;

  constructor(fetch: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>) {
    this.#memories = new KeptReads(
      async (ids) => new Map((await fetch(ids)).map((memory) => [memory.id, memory])),
      CAPACITY,
    );
  }

  /** The memories in the order asked; unknown ones left out. */
  async get(ids: readonly MemoryId[]): Promise<readonly Memory[]> {
    const found = await this.#memories.get(ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  drop(ids: readonly MemoryId[]): void {
    this.#memories.drop(ids);
  }

  clear(): void {
    this.#memories.clear();
  }
}
