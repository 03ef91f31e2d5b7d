import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';

/** LRU cache of store reads; whoever follows the journal drops changed keys. */
export class KeptReads<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  /** Counts drops: a value that was being read during one may be stale, and is not kept. */
  #drops = 0;

  /** `read` returns the values of keys that are not cached; keys that it leaves out are read again each time. */
  constructor(
    private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly capacity: number,
  ) {}

  /** The values by key, without keys that `read` left out. */
  async get(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    const found = new Map<Key, Value>();
    const missing = new Set<Key>();
    for (const key of keys) {
      // Taken first: the cached ones may be dropped while the others are read.
      const value = this.#kept.get(key);
      if (value === undefined) missing.add(key);
      else {
        found.set(key, value);
        // A map keeps insertion order, so reinserting marks the most recently used.
        this.#kept.delete(key);
        this.#kept.set(key, value);
      }
    }
    if (missing.size === 0) return found;
    const before = this.#drops;
    const read = await this.read([...missing]);
    for (const [key, value] of read) found.set(key, value);
    if (before === this.#drops) this.#keep(read);
    return found;
  }

  drop(keys: Iterable<Key>): void {
    this.#drops++;
    for (const key of keys) this.#kept.delete(key);
  }

  clear(): void {
    this.#drops++;
    this.#kept.clear();
  }

  #keep(read: ReadonlyMap<Key, Value>): void {
    for (const [key, value] of read) this.#kept.set(key, value);
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= this.capacity) return;
      this.#kept.delete(key);
    }
  }
}

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

/**
 * Caches values derived from an object, by the function that derives them, as long as the object lives and
 * no longer than this cache. The function itself is the key, so it must be a constant one, not a new
 * closure per call.
 */
export class KeptReadings {
  readonly #byReader = new Map<unknown, WeakMap<object, unknown>>();

  of<Thing extends object, Reading>(thing: Thing, read: (thing: Thing) => Reading): Reading {
    let readings = this.#byReader.get(read) as
      WeakMap<Thing, { readonly reading: Reading }> | undefined;
    if (readings === undefined) this.#byReader.set(read, (readings = new WeakMap()));
    let kept = readings.get(thing);
    if (kept === undefined) readings.set(thing, (kept = { reading: read(thing) }));
    return kept.reading;
  }
}

/** What every question needs of a bank and no question changes, kept until the bank changes: settings are changes like any other. */
export class KeptUntilChanged<Value> {
  #kept: { readonly sequence: number; readonly value: Value } | null = null;

  constructor(private readonly read: () => Promise<Value>) {}

  /** A change left the value as it was. */
  unchanged(before: number, sequence: number): void {
    if (this.#kept?.sequence === before) this.#kept = { ...this.#kept, sequence };
  }

  /** As it is at this change of the bank. */
  async at(sequence: number): Promise<Value> {
    if (this.#kept?.sequence === sequence) return this.#kept.value;
    const value = await this.read();
    this.#kept = { sequence, value };
    return value;
  }
}

/** A node with fewer edges is read anew as fast as it is looked up. */
const HUB = 256;
/** Hubs whose edges are kept; beyond, all are forgotten and kept anew. */
const MOST = 10_000;

/**
 * The strongest edges of nodes that have many, such as a person whom a whole bank is about: a walk that meets one reads fifty edges
 * instead of sorting all. Forgotten when an edge of the node changes, and all of them when a memory is retracted or restored, as that
 * takes its edges along.
 */
export class HubLinks {
  readonly #kept = new Map<number, Map<number, readonly number[]>>();
  #retractions = 0;

  get(node: number, roles: number, retractions: number): readonly number[] | undefined {
    if (retractions !== this.#retractions) {
      this.#kept.clear();
      this.#retractions = retractions;
    }
    return this.#kept.get(node)?.get(roles);
  }

  /** Keeps what {@link get} just did not have; `count` is how many edges it was chosen from. */
  keep(node: number, roles: number, edges: readonly number[], count: number): void {
    if (count < HUB) return;
    if (this.#kept.size >= MOST) this.#kept.clear();
    const byRoles = this.#kept.get(node) ?? new Map<number, readonly number[]>();
    byRoles.set(roles, edges);
    this.#kept.set(node, byRoles);
  }

  drop(...nodes: readonly number[]): void {
    for (const node of nodes) this.#kept.delete(node);
  }
}

/**
 * Work that one run of does for many callers, one run at a time. A run that began before somebody asked may have read what was there
 * before: whoever asks meanwhile is served by the next one, together with all who asked meanwhile.
 */
export class RunAfresh {
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves once a run has ended that began after this call. Rejects as that run does. */
  run(): Promise<void> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#goOn());
    return this.#next;
  }

  /** Another caller may have begun one since the last ended: it began after all who wait here had asked. */
  #goOn(): Promise<void> {
    this.#next = null;
    return this.#running ?? this.#begin();
  }

  #begin(): Promise<void> {
    this.#running = this.work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
