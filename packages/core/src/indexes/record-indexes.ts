import type { JournalEntry, Verb } from '../domain/change.js';
import type { Entity, EntityType } from '../domain/graph.js';
import type { BankName, LearnedId, MemoryId } from '../domain/ids.js';
import type { Learned, LearnedKind, LearnedRecord } from '../domain/learned-record.js';
import { everyPage } from '../domain/schema.js';
import type { Conflict } from '../domain/validity.js';
import { ReadCache } from './caches.js';
import { initialsOf, soundKey } from '../language/entity-names.js';
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
  const filter = { memories, verdict: 'actual' } as const;
  for await (const items of everyPage((after) =>
    store.conflicts(bank, filter, CONFLICTS_PAGE, after),
  ))
    all.push(...items);
  return all;
}

/** Types of entity that may be called by a part of their name. */
const NAMED_IN_PART: ReadonlySet<EntityType> = new Set<EntityType>([
  'person',
  'organisation',
  'thing',
]);

/** Maximum number of names that may share a form for it to identify one of them. */
const MAX_SHARED_NAMES = 128;

/** All names of all entities in one lookup; follows the journal like any index. */
export class EntityDirectory {
  readonly #byName = new Map<string, Map<string, Entity>>();
  readonly #byWord = new Map<string, Map<string, Entity>>();
  readonly #byId = new Map<string, Entity>();
  readonly #bySound = new Map<string, Map<string, Entity>>();
  readonly #byInitials = new Map<string, Map<string, Entity>>();
  /** First and last words of longer names, with the type of what they name. */
  readonly #edges = new Map<string, EntityType>();

  /** `fold` normalises a name for lookup: words separated by single spaces. */
  constructor(private readonly fold: (name: string) => string) {}

  get size(): number {
    return this.#byId.size;
  }

  put(entity: Entity): void {
    const before = this.#byId.get(entity.id);
    this.#byId.set(entity.id, entity);
    // Undoing a change removes names again.
    const lost =
      before === undefined ? [] : namesOf(before).filter((name) => !namesOf(entity).includes(name));
    for (const name of lost) this.#unlist(entity.id, name);
    for (const name of namesOf(entity)) {
      const key = this.fold(name);
      place(this.#byName, key, entity);
      const words = key.split(' ');
      for (const word of words) {
        place(this.#byWord, word, entity);
        place(this.#bySound, soundKey(word), entity);
      }
      for (const initials of initialsOf(key)) place(this.#byInitials, initials, entity);
      if (words.length > 1 && NAMED_IN_PART.has(entity.type))
        for (const edge of [words[0], words.at(-1)])
          if (edge !== undefined && edge.length > 2) this.#edges.set(edge, entity.type);
    }
  }

  /** Removes an entity. */
  drop(id: string): void {
    const entity = this.#byId.get(id);
    if (entity === undefined) return;
    this.#byId.delete(id);
    for (const name of namesOf(entity)) this.#unlist(id, name);
  }

  /** Entities known by exactly this name or alias, oldest first. */
  named(name: string): readonly Entity[] {
    return [...(this.#byName.get(this.fold(name))?.values() ?? [])];
  }

  /** The type of the newest entity with this (normalised) name; undefined if there is none. */
  typeOf(folded: string): EntityType | undefined {
    const named = this.#byName.get(folded);
    return named === undefined ? undefined : [...named.values()].at(-1)?.type;
  }

  /** The type of an entity whose longer name begins or ends with a (normalised) word; undefined if there is none. */
  endingIn(word: string): EntityType | undefined {
    return this.#edges.get(word);
  }

  /**
   * Entities that may have this name in another form: they share a word or the sound of one, or one is the initials
   * of the other. A form shared by more than {@link MAX_SHARED_NAMES} names identifies none of them: a text with
   * thousands of numbered names would otherwise compare each with all.
   */
  alike(name: string): readonly Entity[] {
    const key = this.fold(name);
    const found = new Map<string, Entity>();
    const add = (list: Map<string, Entity> | undefined): void => {
      if (list === undefined || list.size > MAX_SHARED_NAMES) return;
      const few = [...list.values()].filter(({ aliases }) => aliases.length < MAX_SHARED_NAMES);
      if (few.reduce((names, { aliases }) => names + 1 + aliases.length, 0) > MAX_SHARED_NAMES)
        return;
      for (const entity of few) found.set(entity.id, entity);
    };
    const words = key.split(' ');
    for (const word of words) add(this.#byWord.get(word));
    for (const word of words) add(this.#bySound.get(soundKey(word)));
    add(this.#byInitials.get(key));
    for (const initials of initialsOf(key)) add(this.#byName.get(initials));
    return [...found.values()];
  }

  /** Entities with a name that shares a word with this one. */
  sharingWord(name: string): readonly Entity[] {
    const found = new Map<string, Entity>();
    for (const word of this.fold(name).split(' ')) {
      for (const [id, entity] of this.#byWord.get(word) ?? []) found.set(id, entity);
    }
    return [...found.values()];
  }

  get(id: string): Entity | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Entity> {
    return this.#byId.values();
  }

  #unlist(id: string, name: string): void {
    const key = this.fold(name);
    this.#byName.get(key)?.delete(id);
    for (const word of key.split(' ')) {
      this.#byWord.get(word)?.delete(id);
      this.#bySound.get(soundKey(word))?.delete(id);
    }
    for (const initials of initialsOf(key)) this.#byInitials.get(initials)?.delete(id);
  }
}

function namesOf({ name, aliases }: Entity): readonly string[] {
  return [name, ...aliases];
}

function place(lists: Map<string, Map<string, Entity>>, key: string, entity: Entity): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Map([[entity.id, entity]]));
  else list.set(entity.id, entity);
}

/** Kinds that are used all the time and few enough to hold in memory; runs and predictions are read when needed. */
const HELD_KINDS = [
  'strategy',
  'transition',
  'competence',
  'habit',
  'plan',
] as const satisfies readonly LearnedKind[];
export type HeldKind = (typeof HELD_KINDS)[number];

/** Notified of every record that is put or removed. */
interface LearnedFollower {
  put(record: Learned): void;
}

/** The current learned records of one bank, kept in step with the journal. A cache that can be dropped and reloaded. */
export class LearnedIndex {
  readonly #byId = new Map<LearnedId, Learned>();
  readonly #byKind = new Map<LearnedKind, Map<LearnedId, Learned>>();
  readonly #byKey = new Map<string, Set<LearnedId>>();
  /** Creation time of the latest record of each kind. */
  readonly #latest = new Map<LearnedKind, number>();
  #sequence = -1;

  constructor(
    private readonly store: Pick<Store, 'learned' | 'bank'>,
    private readonly bank: BankName,
    private readonly followers: readonly LearnedFollower[] = [],
  ) {}

  /** The sequence number up to which it is complete. */
  get sequence(): number {
    return Math.max(0, this.#sequence);
  }

  /** Applies what was committed since, here or in another process. */
  async follow(): Promise<void> {
    const sequence = (await this.store.bank(this.bank))?.sequence ?? 0;
    if (sequence === this.#sequence) return;
    const changed = await this.store.learned(this.bank, {
      kinds: HELD_KINDS,
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    for (const record of changed) this.#put(record);
    this.#sequence = sequence;
  }

  /** Current records of a kind, in order of creation. */
  all<Kind extends HeldKind>(kind: Kind): readonly LearnedRecord<Kind>[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])] as LearnedRecord<Kind>[];
  }

  get<Kind extends HeldKind>(kind: Kind, id: LearnedId): LearnedRecord<Kind> | undefined {
    return this.#byKind.get(kind)?.get(id) as LearnedRecord<Kind> | undefined;
  }

  /** The current records of a kind under a key, usually one. */
  under<Kind extends HeldKind>(kind: Kind, key: string): readonly LearnedRecord<Kind>[] {
    return [...(this.#byKey.get(`${kind} ${key}`) ?? [])].flatMap((id) => this.get(kind, id) ?? []);
  }

  #put(record: Learned): void {
    const before = this.#byId.get(record.id);
    if (before !== undefined) this.#byKey.get(`${before.kind} ${before.key}`)?.delete(before.id);
    const ofKind = this.#byKind.get(record.kind) ?? new Map<LearnedId, Learned>();
    this.#byKind.set(record.kind, ofKind);
    if (record.retractedAt === null) {
      this.#byId.set(record.id, record);
      // A record that a redo restores returns to its place in the order of creation.
      const latest = this.#latest.get(record.kind) ?? -Infinity;
      const returns = !ofKind.has(record.id) && record.createdAt < latest;
      this.#latest.set(record.kind, Math.max(latest, record.createdAt));
      ofKind.set(record.id, record);
      if (returns)
        this.#byKind.set(
          record.kind,
          new Map([...ofKind].sort(([, a], [, b]) => a.createdAt - b.createdAt)),
        );
      const key = `${record.kind} ${record.key}`;
      const ids = this.#byKey.get(key);
      if (ids === undefined) this.#byKey.set(key, new Set([record.id]));
      else ids.add(record.id);
    } else {
      this.#byId.delete(record.id);
      ofKind.delete(record.id);
    }
    for (const follower of this.followers) follower.put(record);
  }
}
