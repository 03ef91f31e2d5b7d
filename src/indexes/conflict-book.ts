import type { JournalEntry, Verb } from '../domain/change.js';
import type { Conflict } from '../domain/conflict.js';
import type { MemoryId } from '../domain/ids.js';

/** Lists of so many memories are kept; most are of one or two conflicts, half a kilobyte each. */
const CAPACITY = 4_000;

/** Changes that only add conflicts, each with its link; any other may settle what is on record. */
const ADDING: ReadonlySet<Verb> = new Set(['remember', 'import', 'feedback', 'learn', 'foresee', 'goal', 'embed']);

/** The actual conflicts of memories lately asked for, as they stand now. Whoever follows the journal tells it what has changed. */
export class ConflictBook {
  readonly #lists = new Map<MemoryId, readonly Conflict[]>();
  /** Counts changes: what was being read meanwhile may be old, and is not kept. */
  #changes = 0;

  /** `fetch` gives every actual conflict that any of the memories has a part in. */
  constructor(private readonly fetch: (ids: readonly MemoryId[]) => Promise<readonly Conflict[]>) {}

  /** The conflicts that any of the memories has a part in, each once. */
  async of(ids: readonly MemoryId[]): Promise<readonly Conflict[]> {
    // Taken before anything is read: what is known may be dropped meanwhile.
    const lists = new Map(ids.map((id) => [id, this.#lists.get(id)]));
    const missing = ids.filter((id) => lists.get(id) === undefined);
    if (missing.length > 0) for (const [id, list] of await this.#read(missing)) lists.set(id, list);
    return [...new Map([...lists.values()].flatMap((list) => (list ?? []).map((conflict) => [conflict.id, conflict]))).values()];
  }

  /** Takes in what was committed. */
  follow(entries: readonly JournalEntry[]): void {
    this.#changes++;
    if (entries.some(({ verb }) => !ADDING.has(verb))) this.#lists.clear();
    for (const { memories, edges, removedEdges } of entries) {
      for (const id of memories) this.#lists.delete(id);
      for (const { role, from, to } of [...edges, ...removedEdges]) {
        if (role !== 'conflicts_with') continue;
        this.#lists.delete(from as MemoryId);
        this.#lists.delete(to as MemoryId);
      }
    }
  }

  clear(): void {
    this.#changes++;
    this.#lists.clear();
  }

  async #read(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, readonly Conflict[]>> {
    const before = this.#changes;
    const lists = new Map<MemoryId, Conflict[]>(ids.map((id) => [id, []]));
    for (const conflict of await this.fetch(ids)) {
      lists.get(conflict.older)?.push(conflict);
      lists.get(conflict.newer)?.push(conflict);
    }
    if (before === this.#changes) for (const [id, list] of lists) this.#lists.set(id, list);
    // The oldest go first: a map keeps the order of insertion.
    for (const id of this.#lists.keys()) {
      if (this.#lists.size <= CAPACITY) break;
      this.#lists.delete(id);
    }
    return lists;
  }
}
