import type { JournalEntry, Verb } from '../domain/change.js';
import type { Conflict } from '../domain/conflict.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import { ReadCache } from './caches.js';
import type { Store } from '../ports/store.js';

/** Number of cached lists; most have one or two conflicts, half a kilobyte each. */
const CAPACITY = 4_000;

/** Verbs that only add conflicts, each with its edge; any other may resolve existing ones. */
const ADDING: ReadonlySet<Verb> = new Set([
  'remember',
  'import',
  'feedback',
  'learn',
  'foresee',
  'goal',
  'embed',
]);

/**
 * Cache of the current conflicts of memories with verdict `actual`. Whoever follows the journal passes on the
 * changes.
 */
export class ConflictIndex {
  readonly #lists: ReadCache<MemoryId, readonly Conflict[]>;

  /** `fetch` returns every conflict with verdict `actual` that involves any of the memories. */
  constructor(fetch: (ids: readonly MemoryId[]) => Promise<readonly Conflict[]>) {
    this.#lists = new ReadCache(async (ids) => byMemory(ids, await fetch(ids)), CAPACITY);
  }

  /** The conflicts that involve any of the memories, each once. */
  async of(ids: readonly MemoryId[]): Promise<readonly Conflict[]> {
    const lists = await this.#lists.get(ids);
    return [
      ...new Map(
        ids.flatMap((id) => (lists.get(id) ?? []).map((conflict) => [conflict.id, conflict])),
      ).values(),
    ];
  }

  /** Invalidates the memories that these changes affect. */
  follow(entries: readonly JournalEntry[]): void {
    if (entries.some(({ verb }) => !ADDING.has(verb))) this.#lists.clear();
    else this.#lists.drop(entries.flatMap(touched));
  }

  clear(): void {
    this.#lists.clear();
  }
}

function byMemory(
  ids: readonly MemoryId[],
  conflicts: readonly Conflict[],
): ReadonlyMap<MemoryId, readonly Conflict[]> {
  const lists = new Map<MemoryId, Conflict[]>(ids.map((id) => [id, []]));
  for (const conflict of conflicts) {
    lists.get(conflict.older)?.push(conflict);
    lists.get(conflict.newer)?.push(conflict);
  }
  return lists;
}

/** Memories that a change wrote, and the ends of conflict edges that it added or removed. */
function touched({ memories, edges, removedEdges }: JournalEntry): MemoryId[] {
  return [
    ...memories,
    ...[...edges, ...removedEdges].flatMap(({ role, from, to }) =>
      role === 'conflicts_with' ? [from as MemoryId, to as MemoryId] : [],
    ),
  ];
}

const CONFLICTS_PAGE = 500;

/** Every conflict with verdict `actual` that involves any of the memories. */
export async function allConflicts(
  { store, bank }: { readonly store: Pick<Store, 'conflicts'>; readonly bank: BankName },
  memories: readonly MemoryId[],
): Promise<readonly Conflict[]> {
  const all: Conflict[] = [];
  for (let after: string | undefined; ;) {
    const { items, next } = await store.conflicts(
      bank,
      { memories, verdict: 'actual' },
      CONFLICTS_PAGE,
      after,
    );
    all.push(...items);
    if (next === null) return all;
    after = next;
  }
}
