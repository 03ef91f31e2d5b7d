import type { JournalEntry, Verb } from '../domain/change.js';
import type { Conflict } from '../domain/conflict.js';
import type { MemoryId } from '../domain/ids.js';
import { KeptReads } from './kept-reads.js';

/** Lists of so many memories are kept; most are of one or two conflicts, half a kilobyte each. */
const CAPACITY = 4_000;

/** Changes that only add conflicts, each with its link; any other may settle what is on record. */
const ADDING: ReadonlySet<Verb> = new Set([
  'remember',
  'import',
  'feedback',
  'learn',
  'foresee',
  'goal',
  'embed',
]);

/** The actual conflicts of memories lately asked for, as they stand now. Whoever follows the journal tells it what has changed. */
export class ConflictIndex {
  readonly #lists: KeptReads<MemoryId, readonly Conflict[]>;

  /** `fetch` gives every actual conflict that any of the memories has a part in. */
  constructor(fetch: (ids: readonly MemoryId[]) => Promise<readonly Conflict[]>) {
    this.#lists = new KeptReads(async (ids) => byMemory(ids, await fetch(ids)), CAPACITY);
  }

  /** The conflicts that any of the memories has a part in, each once. */
  async of(ids: readonly MemoryId[]): Promise<readonly Conflict[]> {
    const lists = await this.#lists.get(ids);
    return [
      ...new Map(
        ids.flatMap((id) => (lists.get(id) ?? []).map((conflict) => [conflict.id, conflict])),
      ).values(),
    ];
  }

  /** Takes in what was committed. */
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

/** Memories that a change put, and those between which it put or took a conflict. */
function touched({ memories, edges, removedEdges }: JournalEntry): MemoryId[] {
  return [
    ...memories,
    ...[...edges, ...removedEdges].flatMap(({ role, from, to }) =>
      role === 'conflicts_with' ? [from as MemoryId, to as MemoryId] : [],
    ),
  ];
}
