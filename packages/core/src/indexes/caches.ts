import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';

/** LRU cache of store reads; whoever follows the journal drops changed keys. */
export class ReadCache<Key, Value> {
  readonly #kept = new Map<Key, Value>();
  /** Counts drops: a value that was being read during one may be stale and is not cached. */
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
      // Before awaiting `read`, during which cached entries may be dropped.
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

/** Maximum number of cached memories, about a kilobyte each. */
const CAPACITY = 3_000;

/** Cache of current memories. Whoever follows the journal drops changed ones. */
export class MemoryCache {
  readonly #memories: ReadCache<MemoryId, Memory>;

  constructor(fetch: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>) {
    this.#memories = new ReadCache(
      async (ids) => new Map((await fetch(ids)).map((memory) => [memory.id, memory])),
      CAPACITY,
    );
  }

  /** The memories in the order of `ids`; unknown ones are left out. */
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
 * Caches values derived from an object, by the function that derives them, as long as the object lives and no longer
 * than this cache. The function itself is the key, so it must be a constant one, not a new closure per call.
 */
export class DerivedValueCache {
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

/**
 * Caches a value that depends only on the bank's state, such as its settings (which are changes like any other),
 * until the next change.
 */
export class SequenceCache<Value> {
  #kept: { readonly sequence: number; readonly value: Value } | null = null;

  constructor(private readonly read: () => Promise<Value>) {}

  /** Keeps the value across a change that does not affect it. */
  unchanged(before: number, sequence: number): void {
    if (this.#kept?.sequence === before) this.#kept = { ...this.#kept, sequence };
  }

  /** The value at this sequence number of the journal. */
  async at(sequence: number): Promise<Value> {
    if (this.#kept?.sequence === sequence) return this.#kept.value;
    const value = await this.read();
    this.#kept = { sequence, value };
    return value;
  }
}

/** Minimum degree for caching: fewer edges are sorted as fast as they are looked up. */
const MIN_HUB_DEGREE = 256;
/** Maximum number of cached hubs; when it is reached, the cache is cleared. */
const MAX_HUBS = 10_000;

/**
 * Caches the strongest edges of hubs, such as a person whom a whole bank is about: a walk that reaches one reads
 * fifty edges instead of sorting all. A node is dropped when one of its edges changes; all are when a memory is
 * retracted or restored, as that affects its edges.
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

  /** Caches what {@link get} did not have; `count` is the number of edges it was selected from. */
  keep(node: number, roles: number, edges: readonly number[], count: number): void {
    if (count < MIN_HUB_DEGREE) return;
    if (this.#kept.size >= MAX_HUBS) this.#kept.clear();
    const byRoles = this.#kept.get(node) ?? new Map<number, readonly number[]>();
    byRoles.set(roles, edges);
    this.#kept.set(node, byRoles);
  }

  drop(...nodes: readonly number[]): void {
    for (const node of nodes) this.#kept.delete(node);
  }
}

/**
 * Coalesces concurrent calls: work that one run does for many callers, one run at a time. A run that began before a
 * call may have read an older state, so all calls made during a run share the next one.
 */
export class CoalescedRun {
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Resolves once a run has ended that began after this call. Rejects as that run does. */
  run(): Promise<void> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#goOn());
    return this.#next;
  }

  /** Joins a run that another caller began since the last ended: it began after all waiting calls. */
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
