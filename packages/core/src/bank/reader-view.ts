import { AudienceTracker, type HeldBack, mentions, namesToldBy } from './held-back.js';
import { notForReader } from '../domain/audience.js';
import type { JournalEntry, LoggedChange } from '../domain/change.js';
import {
  type Edge,
  type Entity,
  memoriesAt,
  type NodeId,
  nodeKind,
  type Session,
} from '../domain/graph.js';
import type { BankName, ContextId, EntityId, MemoryId, SessionId } from '../domain/ids.js';
import type { BankExport, PortableRecord, PortableType } from '../domain/import-export.js';
import type { Memory } from '../domain/memory.js';
import type { Page, Store } from '../ports/store.js';

type Held = Pick<HeldBack, 'memories'>;
type Call = (bank: BankName, ...rest: never[]) => unknown;

/** Calls that give a list, a page, or pages of records, each of one memory or naming its memories. */
const LISTS = [
  ...(['get', 'findByHash', 'expired', 'claims', 'claimsOf', 'votes', 'learned'] as const),
  ...(['neighbours', 'formerEdges'] as const),
];
const PAGES = { find: 2, conflicts: 2, withoutVector: 3, touchedMemories: 3 } as const;
const STREAMS = ['indexRows', 'codes', 'edges'] as const;
/** Calls of the whole file or bank: they hand out access, or read or change more than the reader may know. */
const REFUSED = [
  ...['apiKeys', 'apiKey', 'putApiKey', 'check', 'copyTo', 'loadBank', 'forkBank', 'dropBank'],
  ...['scrub', 'findBytes', 'mend', 'rebuild', 'dropVectors', 'putDerived'],
];
/** Maximum number of links of a node, and of memories that are read to check the names of an entity. */
const MAX_LINKS = 10_000;
const MAX_TOLD = 200;
const TELLING = ['relational', 'hierarchical', 'causal'] as const;
const MAX_SESSION = 200;

/**
 * The store as somebody other than the owner may see it: memories whose audience excludes the reader do not exist in
 * it, nor does what only they tell. Indexes, caches and verbs are built on it and cannot read around it. What
 * concerns the whole bank or file is `denied`.
 */
export function storeFor(reader: string, store: Store): Store {
  return new ReaderView(reader, store).store;
}

class ReaderView {
  readonly store: Store;
  readonly #tracker: AudienceTracker;

  constructor(
    private readonly reader: string,
    private readonly base: Store,
  ) {
    this.#tracker = new AudienceTracker(base, reader);
    const refuse = (): Promise<never> => Promise.reject(notForReader(reader));
    this.store = {
      ...base,
      snapshotFrom: Infinity,
      ...this.#filtered(),
      ...this.#journal(),
      ...this.#names(),
      ...this.#beside(),
      search: this.#search(),
      ...Object.fromEntries(REFUSED.map((call) => [call, refuse])),
    };
  }

  /** Found first and filtered then, by what is held back after all that was found. */
  async #seen<Item>(bank: BankName, items: readonly Item[]): Promise<readonly Item[]> {
    const held = await this.#tracker.of(bank);
    if (held.memories.size === 0) return items;
    return items.filter((item) => !isHeld(item, held)).map((item) => withoutSuccessor(item, held));
  }

  #filtered(): Partial<Store> {
    const { base } = this;
    const list =
      (call: Call): Call =>
      async (bank, ...rest) =>
        this.#seen(bank, (await call(bank, ...rest)) as readonly unknown[]);
    const stream = (call: Call): Call => {
      const seen = (bank: BankName, page: readonly unknown[]): Promise<readonly unknown[]> =>
        this.#seen(bank, page);
      return async function* (bank, ...rest) {
        for await (const page of call(bank, ...rest) as AsyncIterable<readonly unknown[]>)
          yield await seen(bank, page);
      };
    };
    // A page is filled up with what follows.
    const page =
      (call: Call, limitAt: number): Call =>
      async (bank, ...rest: unknown[]) => {
        const items: unknown[] = [];
        const limit = rest[limitAt - 1] as number;
        for (let after = rest[limitAt]; ;) {
          const left = [...rest.slice(0, limitAt - 1), limit - items.length, after] as never[];
          const found = (await call(bank, ...left)) as Page<unknown>;
          items.push(...(await this.#seen(bank, found.items)));
          if (found.next === null || items.length >= limit) return { items, next: found.next };
          after = found.next;
        }
      };
    return Object.fromEntries([
      ...LISTS.map((name) => [name, list(base[name] as Call)]),
      ...STREAMS.map((name) => [name, stream(base[name] as Call)]),
      ...Object.entries(PAGES).map(([name, at]) => [
        name,
        page(base[name as keyof typeof PAGES] as Call, at),
      ]),
    ]) as Partial<Store>;
  }

  #journal(): Partial<Store> {
    const { base } = this;
    return {
      since: async (bank, sequence, limit, createdAt) => {
        const entries = await base.since(bank, sequence, limit, createdAt);
        const held = await this.#tracker.of(bank);
        const seen = entries.map((entry) => told({ ...entry, entities: namedIn(entry) }, held));
        // Who loaded what was hidden or shown since must load anew, as after an erasure.
        const last = seen.at(-1);
        return last !== undefined && sequence < held.turnedAt
          ? [...seen.slice(0, -1), { ...last, verb: 'erase' }]
          : seen;
      },
      journal: async (bank, query, limit) => {
        const seen: LoggedChange[] = [];
        for (let asked = query; ;) {
          const left = limit - seen.length;
          const found = await base.journal(bank, asked, left);
          for (const change of found) seen.push(...(await this.#shown(bank, change)));
          const before = found.at(-1)?.sequence;
          if (found.length < left || seen.length >= limit || before === undefined) return seen;
          asked = { ...query, before };
        }
      },
      changeRecord: async (bank, sequence) => {
        const record = await base.changeRecord(bank, sequence);
        const { memories } = await this.#tracker.of(bank);
        return record === null || mentions(record.touched, memories) ? null : record;
      },
      commit: (change, options) =>
        change.erasure === null && change.encoder === null
          ? base.commit(change, options)
          : Promise.reject(notForReader(this.reader)),
    };
  }

  /** A change without what is held back; none if it made nothing else. */
  async #shown(bank: BankName, change: LoggedChange): Promise<LoggedChange[]> {
    const held = await this.#tracker.of(bank);
    if (held.memories.size === 0) return [change];
    if (change.verb === 'erase') return [{ ...change, reason: '' }];
    const { touched = [] } = (await this.base.changeRecord(bank, change.sequence)) ?? {};
    if (!mentions(touched, held.memories)) return [change];
    const left = touched.some((each) => each.kind === 'memory' && !mentions(each, held.memories));
    return left ? [{ ...told(change, held), reason: '' }] : [];
  }

  /** What has a name that only held-back memories may tell. */
  #names(): Partial<Store> {
    const { base } = this;
    return {
      entities: async (bank, ids) => this.#known(bank, await base.entities(bank, ids)),
      allEntities: async (bank) => this.#known(bank, await base.allEntities(bank)),
      // A context is named after the words of whatever began it.
      contexts: async (bank, ids) => {
        const blurred = new Set((await this.#hidden(bank)).map(({ context }) => context));
        return (await base.contexts(bank, ids)).map((each) =>
          blurred.has(each.id) ? { ...each, name: each.id } : each,
        );
      },
      sessions: async (bank) => {
        const doubtful = new Set((await this.#hidden(bank)).map(({ session }) => session));
        const open: Session[] = [];
        for (const session of await base.sessions(bank)) {
          const filter = { session: session.id, includeRetracted: true };
          const isOpen =
            !doubtful.has(session.id) || (await this.store.find(bank, filter, 1)).items.length > 0;
          if (isOpen) open.push(session);
        }
        return open;
      },
    };
  }

  async #hidden(bank: BankName): Promise<readonly Memory[]> {
    return this.base.get(bank, [...(await this.#tracker.of(bank)).memories]);
  }

  /** The entities that something else names, too, by the names that it tells. */
  async #known(bank: BankName, entities: readonly Entity[]): Promise<readonly Entity[]> {
    const { memories } = await this.#tracker.of(bank);
    if (memories.size === 0 || entities.length === 0) return entities;
    const ids = entities.map(({ id }) => id);
    const links = await this.base.neighbours(bank, ids, TELLING, 1);
    const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
    const tellers = await this.#tellers(bank, [...memories]);
    const doubtful = entities.filter(({ id }) => tellers.has(id)).map(({ id }) => id);
    const all = await this.#tellers(bank, doubtful);
    const seen: Entity[] = [];
    for (const entity of entities) {
      // Who has no link by now may have been named by what was forgotten alone.
      if (!linked.has(entity.id)) continue;
      const by = [...(all.get(entity.id) ?? [])].filter((id) => !memories.has(id));
      const known = tellers.has(entity.id)
        ? namesToldBy(entity, await this.base.get(bank, by.slice(0, MAX_TOLD)))
        : entity;
      if (known !== null) seen.push(known);
    }
    return seen;
  }

  /** The memories that name each entity around these nodes. */
  async #tellers(
    bank: BankName,
    around: readonly NodeId[],
  ): Promise<ReadonlyMap<NodeId, ReadonlySet<MemoryId>>> {
    const tellers = new Map<NodeId, Set<MemoryId>>();
    for (const edge of await this.base.neighbours(bank, around, TELLING, MAX_LINKS))
      for (const end of [edge.from, edge.to].filter((id) => nodeKind(id) === 'entity'))
        tellers.set(end, new Set([...(tellers.get(end) ?? []), ...memoriesAt([edge])]));
    return tellers;
  }

  /** What is kept beside the records. Each reader has working memories of their own. */
  #beside(): Partial<Store> {
    const { base } = this;
    const own = (session: SessionId): SessionId =>
      `${this.reader}\u0000${session}`.slice(0, MAX_SESSION) as SessionId;
    const seen = async <Item>(bank: BankName, item: Promise<Item | null>): Promise<Item | null> =>
      (await this.#seen(bank, [await item]))[0] ?? null;
    return {
      // The snapshot of an index is of the whole bank.
      snapshot: () => Promise.resolve(null),
      beginSnapshot: () => Promise.resolve(null),
      putSnapshotPart: () => Promise.resolve(false),
      putSnapshot: () => Promise.resolve(false),
      recallRecord: (bank, id) => seen(bank, base.recallRecord(bank, id)),
      job: (bank, name) => seen(bank, base.job(bank, name)),
      reviseJob: (bank, name, revise) => seen(bank, base.reviseJob(bank, name, revise)),
      workingMemory: (bank, session) => base.workingMemory(bank, own(session)),
      reviseWorkingMemory: (bank, session, revise) =>
        base.reviseWorkingMemory(bank, own(session), revise),
      // A token does not say who told the value.
      sealed: async (bank, query) =>
        query.tokens === undefined && query.kinds === undefined ? base.sealed(bank, query) : [],
      counts: async (bank) => {
        const counts = await base.counts(bank);
        const { memories } = await this.#tracker.of(bank);
        return { ...counts, memories: Math.max(0, counts.memories - memories.size) };
      },
      exportBank: async (bank) => {
        const whole = await base.exportBank(bank);
        await whole.records.return();
        const counts: Partial<Record<PortableType, number>> = {};
        for await (const page of this.#exported(bank))
          for (const { type } of page) counts[type] = (counts[type] ?? 0) + 1;
        return {
          ...whole,
          counts: counts as BankExport['counts'],
          records: this.#exported(bank),
        };
      },
    };
  }

  #search(): Store['search'] {
    const { search } = this.base;
    const best =
      (call: Call): Call =>
      async (bank, ...rest) => {
        const k = rest.at(-1) as unknown as number;
        const { memories } = await this.#tracker.of(bank);
        const asked = [...rest.slice(0, -1), k + memories.size] as never[];
        const found = (await call(bank, ...asked)) as readonly unknown[];
        return (await this.#seen(bank, found)).slice(0, k);
      };
    return Object.fromEntries(
      Object.entries(search).map(([name, call]) => [name, best(call as Call)]),
    ) as unknown as Store['search'];
  }

  async *#exported(bank: BankName): AsyncGenerator<readonly PortableRecord[], void> {
    const { records } = await this.base.exportBank(bank);
    for await (const page of records) {
      const held = await this.#tracker.of(bank);
      if (held.memories.size === 0) yield page;
      else yield (await Promise.all(page.map((each) => this.#portable(bank, each, held)))).flat();
    }
  }

  /** A record of an export as the reader may have it; earlier versions of names are left out. */
  async #portable(bank: BankName, record: PortableRecord, held: Held): Promise<PortableRecord[]> {
    const { type, id, kind, from, to } = record;
    const named = [type === 'entity' ? id : '', from, to].map(String).filter(isEntity);
    const known = await this.store.entities(bank, named as EntityId[]);
    if (known.length < new Set(named).size) return [];
    if (type === 'entity') {
      const { name = '', aliases = [] } = known[0] ?? {};
      return [{ ...record, name, aliases }];
    }
    if (type === 'context') {
      const [context] = await this.store.contexts(bank, [id as ContextId]);
      return [{ ...record, ...context } as PortableRecord];
    }
    if (type === 'session')
      return (await this.store.sessions(bank)).some((each) => each.id === id) ? [record] : [];
    if (type === 'change') {
      const change = await this.base.changeRecord(bank, record['sequence'] as number);
      return [mentions(change?.touched, held.memories) ? { ...record, reason: '' } : record];
    }
    if (type === 'memory') return isHeld(record, held) ? [] : [withoutSuccessor(record, held)];
    const ofNames = ['entity', 'context', 'session'].includes(String(kind));
    return ofNames || type === 'workingMemory' || mentions(record, held.memories) ? [] : [record];
  }
}

const isEntity = (id: string): boolean => id.startsWith('e_');

/** Whether an item is of a memory that is held back, or names one. */
function isHeld(item: unknown, { memories }: Held): boolean {
  const { id = item, memory = id } = (item ?? {}) as {
    readonly id?: unknown;
    readonly memory?: unknown;
  };
  const own =
    typeof memory === 'object' ? (memory as { readonly id?: unknown } | null)?.id : memory;
  return typeof own === 'string' && own.startsWith('m_')
    ? memories.has(own as MemoryId)
    : mentions(item, memories);
}

/** A memory without the id of a successor that is held back, nor the reason for it. */
function withoutSuccessor<Item>(item: Item, { memories }: Held): Item {
  const by = (item as Partial<Memory> | null)?.supersededBy;
  return typeof by === 'string' && memories.has(by)
    ? { ...item, supersededBy: null, retraction: '' }
    : item;
}

/** What an entry puts and links to: a name may have been there, and be told only now. */
function namedIn({ entities, edges }: JournalEntry): readonly EntityId[] {
  const linked = edges.flatMap(({ from, to }) => [from, to]).filter(isEntity);
  return [...new Set([...entities, ...(linked as EntityId[])])];
}

/** An entry of the journal without what is held back. */
function told<Entry extends JournalEntry>(entry: Entry, { memories }: Held): Entry {
  if (!mentions(entry, memories)) return entry;
  const seen = (edges: readonly Edge[]): readonly Edge[] =>
    edges.filter((edge) => !mentions(edge, memories));
  return {
    ...entry,
    reason: '',
    memories: entry.memories.filter((id) => !memories.has(id)),
    edges: seen(entry.edges),
    removedEdges: seen(entry.removedEdges),
  };
}
