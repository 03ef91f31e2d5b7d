import type { MemoryId } from '../domain/ids.js';
import { KeptReads } from '../indexes/kept-reads.js';
import type { IndexRow } from '../ports/store.js';
import type { Code, CodeSpace } from '../spaces/e07-code.js';

/** How many memories' decoded codes are cached. */
const CAPACITY = 20_000;

/**
 * The codes of a bank's memories in the code space, read from the store on first use. A memory's text never
 * changes, so neither does its code.
 */
export class CodeMemories {
  readonly #codes = new KeptReads<MemoryId, Code | null>((ids) => this.#read(ids), CAPACITY);

  /**
   * `load` reads the stored rows of the code space with that id; rows of an earlier version are used where
   * there are none of the current one.
   */
  constructor(
    private readonly load: (
      encoder: string,
      ids: readonly MemoryId[],
    ) => AsyncIterable<readonly IndexRow[]>,
    private readonly space: Pick<CodeSpace, 'id' | 'earlier' | 'unpack'>,
  ) {}

  /** In the order asked; null for a memory without a code. Throws `corrupt`, and the store's errors. */
  async get(ids: readonly MemoryId[]): Promise<readonly (Code | null)[]> {
    const codes = await this.#codes.get(ids);
    return ids.map((id) => codes.get(id) ?? null);
  }

  async #read(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Code | null>> {
    const read = new Map<MemoryId, Code | null>(ids.map((id) => [id, null]));
    for (const encoder of [this.space.id, ...this.space.earlier]) {
      const left = ids.filter((id) => read.get(id) === null);
      if (left.length === 0) break;
      for await (const rows of this.load(encoder, left)) {
        for (const { memory, vector } of rows)
          if (vector !== null) read.set(memory.id, this.space.unpack(vector));
      }
    }
    return read;
  }
}
