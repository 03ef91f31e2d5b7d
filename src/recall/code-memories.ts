import type { MemoryId } from '../domain/ids.js';
import type { IndexRow } from '../ports/store.js';
import type { Code } from '../spaces/e07-code.js';

/** So many memories' codes are kept unpacked. */
const CAPACITY = 20_000;

/** The codes of a bank's memories in the code space, read from the store when first asked for. What a memory says never changes. */
export class CodeMemories {
  readonly #known = new Map<MemoryId, Code | null>();

  /** `load` reads the stored rows of the code space; `unpack` is the space's own. */
  constructor(
    private readonly load: (ids: readonly MemoryId[]) => AsyncIterable<readonly IndexRow[]>,
    private readonly unpack: (bytes: Int8Array) => Code,
  ) {}

  /** In the order asked; null for a memory without a code of today's space. Throws `corrupt`, and the store's errors. */
  async get(ids: readonly MemoryId[]): Promise<readonly (Code | null)[]> {
    const missing = ids.filter((id) => !this.#known.has(id));
    if (this.#known.size + missing.length > CAPACITY) {
      for (const id of this.#known.keys()) {
        if (this.#known.size + missing.length <= CAPACITY) break;
        if (!ids.includes(id)) this.#known.delete(id);
      }
    }
    for (const id of missing) this.#known.set(id, null);
    if (missing.length > 0) {
      for await (const rows of this.load(missing)) {
        for (const { memory, vector } of rows) this.#known.set(memory.id, vector === null ? null : this.unpack(vector));
      }
    }
    return ids.map((id) => this.#known.get(id) ?? null);
  }
}
