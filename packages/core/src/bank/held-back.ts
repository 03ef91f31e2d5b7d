import { AUDIENCE_TAG, type Restrictions, restrictionsIn } from '../domain/audience.js';
import type { JournalEntry } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { Edge, EdgeRole, Entity, NodeId } from '../domain/graph.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { isReflected } from '../domain/reflection.js';
import { everyPage } from '../domain/schema.js';
import type { Instant } from '../domain/time.js';
import { normaliseName } from '../language/entity-names.js';
import { editDistance } from '../language/string-similarity.js';
import { journalAfter } from './pages.js';
import type { Store } from '../ports/store.js';

const PAGE = 500;
/** Maximum number of links of one memory that are followed. */
const MAX_LINKS = 10_000;
/** The aspect of notes that tell another name of their subject. */
const ALSO_CALLED = 'also called';
const MEMORY_IDS = /m_[0-9a-v]{13}/g;

/** What a reader may not know in one bank, as of a change. */
export interface HeldBack {
  readonly createdAt: Instant;
  readonly sequence: number;
  readonly memories: ReadonlySet<MemoryId>;
  /** The change that last hid or showed something that had been there: what was loaded before is stale. */
  readonly turnedAt: number;
}

/** Its inputs: the audience of each memory that has one, and other names that notes tell. */
interface Tracked extends HeldBack {
  readonly restricted: ReadonlyMap<MemoryId, Restrictions>;
  readonly also: readonly (readonly string[])[];
}

/** The names of a reader, folded. */
interface ReaderNames {
  /** Every name that may be theirs: whoever is excluded by one of these is excluded. */
  readonly possible: ReadonlySet<string>;
  /** Names that are theirs beyond doubt: only these admit. */
  readonly certain: ReadonlySet<string>;
}

/** Whether any text of a record names one of these memories. */
export function mentions(record: unknown, memories: ReadonlySet<MemoryId>): boolean {
  if (memories.size === 0) return false;
  const ids = (JSON.stringify(record) ?? '').match(MEMORY_IDS) ?? [];
  return ids.some((id) => memories.has(id as MemoryId));
}

/** Follows which memories of each bank are held back from one reader. */
export class AudienceTracker {
  readonly #banks = new Map<BankName, Promise<Tracked>>();

  constructor(
    private readonly store: Store,
    private readonly reader: string,
  ) {}

  /** What is held back now. */
  async of(bank: BankName): Promise<HeldBack> {
    const before = this.#banks.get(bank);
    const now =
      before === undefined ? this.#load(bank) : before.then((old) => this.#follow(bank, old));
    // Calls at the same moment follow one after the other.
    this.#banks.set(bank, now);
    now.catch(() => {
      if (this.#banks.get(bank) === now) this.#banks.delete(bank);
    });
    return now;
  }

  async #load(bank: BankName): Promise<Tracked> {
    const row = await this.store.bank(bank);
    const restricted = new Map<MemoryId, Restrictions>();
    const filter = { tags: [AUDIENCE_TAG], includeRetracted: true };
    const find = (after: string | undefined) => this.store.find(bank, filter, PAGE, after);
    for await (const items of row === null ? [] : everyPage(find))
      for (const { id, tags } of items) restricted.set(id, restrictionsIn(tags));
    const also = restricted.size > 0 ? await this.#namesInNotes(bank) : [];
    const memories = await this.#closure(bank, restricted, await this.#names(bank, also));
    const { createdAt = 0, sequence = 0 } = row ?? {};
    return { createdAt, sequence, restricted, also, memories, turnedAt: -1 };
  }

  async #follow(bank: BankName, old: Tracked): Promise<Tracked> {
    const entries = await this.#since(bank, old);
    const sequence = entries?.at(-1)?.sequence;
    if (entries === null) return this.#load(bank);
    if (sequence === undefined) return old;
    const touched = [...new Set(entries.flatMap((entry) => entry.memories))];
    const found = await this.store.get(bank, touched);
    const restricted = new Map(old.restricted);
    for (const id of touched) restricted.delete(id);
    for (const { id, tags } of found)
      if (tags.includes(AUDIENCE_TAG)) restricted.set(id, restrictionsIn(tags));
    if (restricted.size === 0 && old.memories.size === 0) return { ...old, sequence };
    // Read off the notes when the first audience is told, and then followed.
    const also =
      old.restricted.size === 0 ? await this.#namesInNotes(bank) : namesIn(found, old.also);
    const names = await this.#names(bank, also);
    const memories = await this.#closure(bank, restricted, names);
    const fresh = new Set(found.filter(({ version }) => version === 1).map(({ id }) => id));
    const turned =
      [...memories].some((id) => !old.memories.has(id) && !fresh.has(id)) ||
      [...old.memories].some((id) => !memories.has(id));
    return {
      ...{ createdAt: old.createdAt, sequence, restricted, also, memories },
      turnedAt: turned ? sequence : old.turnedAt,
    };
  }

  /** All changes since; null if the bank is another one by now, or gone. */
  async #since(bank: BankName, old: Tracked): Promise<readonly JournalEntry[] | null> {
    const entries: JournalEntry[] = [];
    try {
      for await (const entry of journalAfter(bank, old.sequence, this.store, old.createdAt))
        entries.push(entry);
      return entries;
    } catch (error) {
      if (MnemeError.is(error) && error.code === 'not_found') return null;
      throw error;
    }
  }

  /** The reader's names by the entities of the bank, and by what notes say of names. */
  async #names(bank: BankName, also: Tracked['also']): Promise<ReaderNames> {
    const own = normaliseName(this.reader);
    const entities = await this.store.allEntities(bank);
    const bearers = [...entities.map(({ name, aliases }) => [name, ...aliases]), ...also].map(
      (names) => names.map(normaliseName),
    );
    const bearing = bearersOf(own, bearers);
    const possible = new Set([own, ...bearing.flat()]);
    return { possible, certain: bearing.length > 1 ? new Set([own]) : possible };
  }

  async #namesInNotes(bank: BankName): Promise<Tracked['also']> {
    let names: Tracked['also'] = [];
    const find = (after: string | undefined) =>
      this.store.find(bank, { kinds: ['note'] }, PAGE, after);
    for await (const items of everyPage(find)) names = namesIn(items, names);
    return names;
  }

  /**
   * The memories whose audience excludes the reader, and all that was derived from them: but for notes without an
   * audience of a turn whose secret other notes of it bear, as whoever read it told the two apart. What a note held
   * back replaces or doubts is held back with it, or the reader would take it for true.
   */
  async #closure(
    bank: BankName,
    restricted: Tracked['restricted'],
    names: ReaderNames,
  ): Promise<ReadonlySet<MemoryId>> {
    const closed = new Set<MemoryId>();
    let open = [...restricted].flatMap(([id, each]) => (admits(each, names) ? [] : [id]));
    while (open.length > 0) {
      for (const id of open) closed.add(id);
      const edges = await this.store.neighbours(
        bank,
        open,
        ['hierarchical', 'semantic', 'causal', 'temporal'],
        MAX_LINKS,
      );
      const told = toldApart(open, edges, restricted);
      const resting = edges.flatMap((edge) => restingOn(edge, closed));
      const found = await this.store.get(bank, [...new Set(resting.map(({ id }) => id))]);
      open = found
        .filter((memory) =>
          resting.some(
            ({ id, ground, role }) =>
              id === memory.id &&
              (role === 'derived_from'
                ? restricted.has(id) || memory.note === undefined || !told.has(ground)
                : REPLACING.has(role) || isReflected(memory)),
          ),
        )
        .map(({ id }) => id);
    }
    return closed;
  }
}

/** These names, and those that notes among the memories tell of their subjects. */
const namesIn = (memories: readonly Memory[], names: Tracked['also']): Tracked['also'] => [
  ...names,
  ...memories.flatMap(({ note }) =>
    note?.aspect.toLowerCase() === ALSO_CALLED ? [[note.about, note.value]] : [],
  ),
];

/** The other names of each of those who bear a name; those who share another name are one. */
function bearersOf(own: string, all: readonly (readonly string[])[]): readonly string[][] {
  const groups: Set<string>[] = [];
  for (const names of all.filter((each) => each.includes(own))) {
    const others = names.filter((name) => name !== own);
    const group = groups.find((known) => others.some((name) => known.has(name)));
    if (group === undefined && others.length > 0) groups.push(new Set(others));
    for (const name of group === undefined ? [] : others) group?.add(name);
  }
  return groups.map((group) => [
    ...group,
    ...all.filter((names) => names.some((name) => group.has(name))).flat(),
  ]);
}

/** A note that replaces or doubts another. */
const REPLACING: ReadonlySet<EdgeRole> = new Set<EdgeRole>(['supersedes', 'doubts']);

/** The memory at one end of an edge that rests on one of these at the other end, or that one of these replaces. */
function restingOn(
  { from, to, role }: Edge,
  closed: ReadonlySet<NodeId>,
): { readonly id: MemoryId; readonly ground: MemoryId; readonly role: EdgeRole }[] {
  const replaces = REPLACING.has(role);
  // A memory is derived from, or rests on, what its link leads to; it is supported by what leads to it.
  const [resting, ground] = role === 'supports' || replaces ? [to, from] : [from, to];
  const rests = role === 'derived_from' || role === 'supports' || role === 'rests_on';
  return (rests || replaces) && closed.has(ground) && !closed.has(resting)
    ? [{ id: resting as MemoryId, ground: ground as MemoryId, role }]
    : [];
}

/** Those of these memories each of whose restrictions some note read off it bears as well. */
function toldApart(
  memories: readonly MemoryId[],
  edges: readonly Edge[],
  restricted: ReadonlyMap<MemoryId, Restrictions>,
): ReadonlySet<NodeId> {
  const borne = new Map<NodeId, Restrictions[]>();
  for (const { from, to, role } of edges) {
    const own = role === 'derived_from' ? restricted.get(from as MemoryId) : undefined;
    if (own !== undefined) borne.set(to, [...(borne.get(to) ?? []), own]);
  }
  return new Set(
    memories.filter((id) => {
      const own = restricted.get(id);
      const by = borne.get(id) ?? [];
      const lists = new Set(by.flatMap(({ only }) => only.map((list) => JSON.stringify(list))));
      return (
        own !== undefined &&
        by.length > 0 &&
        own.not.every((name) => by.some(({ not }) => not.includes(name))) &&
        own.only.every((list) => lists.has(JSON.stringify(list)))
      );
    }),
  );
}

function admits({ not, only }: Restrictions, { possible, certain }: ReaderNames): boolean {
  return (
    !not.some((name) => [...possible].some((own) => mayBeSame(own, normaliseName(name)))) &&
    only.every((list) => list.some((name) => certain.has(normaliseName(name))))
  );
}

/** Minimum letters of a word that may be misspelt by one. */
const LONG = 5;

/** Whether the words of one name are among those of the other, or nearly: Ola and Ola Nordmann, Darko and Dorko. */
function mayBeSame(one: string, other: string): boolean {
  const [left, right] = [one.split(' '), other.split(' ')];
  const isAmong = (word: string, words: readonly string[]): boolean =>
    words.some(
      (each) => each === word || (word.length >= LONG && editDistance(word, each, 1) <= 1),
    );
  return left.every((word) => isAmong(word, right)) || right.every((word) => isAmong(word, left));
}

/** Names of an entity that are told by a text. */
export function namesToldBy(entity: Entity, memories: readonly Memory[]): Entity | null {
  const told = memories.map(({ content, speaker }) =>
    normaliseName(`${content}\n${speaker ?? ''}`),
  );
  const [name, ...aliases] = [entity.name, ...entity.aliases].filter((each) =>
    told.some((text) => text.includes(normaliseName(each))),
  );
  return name === undefined ? null : { ...entity, name, aliases };
}
