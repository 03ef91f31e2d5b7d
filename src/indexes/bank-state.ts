import type { JournalEntry } from '../domain/change.js';
import type { BankName } from '../domain/ids.js';
import type { IndexRow, Store } from '../ports/store.js';
import type { VectorIndex } from '../ports/vector-index.js';
import { BankIndex, NONE } from './bank-index.js';
import { restoreSnapshot, snapshotFormat, snapshotParts } from './index-snapshot.js';
import { EdgeIndex } from './edge-index.js';
import { EntityDirectory } from './entity-directory.js';
import { MemoryCache } from './memory-cache.js';

export interface BankStateOptions {
  readonly store: Store;
  readonly bank: BankName;
  readonly space: string;
  readonly encoder: string;
  /** Names what made the codes of the causal space. */
  readonly causal: string;
  readonly vectors: () => VectorIndex;
  readonly foldName: (name: string) => string;
}

const JOURNAL_PAGE = 500;
/** A smaller bank loads from its memories in a blink. */
const WORTH_KEEPING = 5_000;
/** A snapshot may be this share of the bank behind before it is made anew. */
const FAR_BEHIND = 0.1;

/** The caches of one bank, loaded on first use and kept level with the journal; thrown away, they rebuild themselves. */
export class BankState {
  /** Memories as they stand now, read at most once between two changes of theirs. */
  readonly memories: MemoryCache;
  #index: BankIndex;
  #edges: EdgeIndex;
  #entities: EntityDirectory;
  /** The last change the caches hold; -1 before the first load. */
  #sequence = -1;
  /** Memories in the stored snapshot. */
  #stored = 0;
  #following: Promise<void> | null = null;

  constructor(private readonly options: BankStateOptions) {
    this.#index = new BankIndex(options.vectors(), options.foldName);
    this.#edges = new EdgeIndex(this.#index);
    this.#entities = new EntityDirectory(options.foldName);
    this.memories = new MemoryCache((ids) => options.store.get(options.bank, ids));
  }

  get index(): BankIndex {
    return this.#index;
  }

  get edges(): EdgeIndex {
    return this.#edges;
  }

  get entities(): EntityDirectory {
    return this.#entities;
  }

  get sequence(): number {
    return Math.max(0, this.#sequence);
  }

  /** Takes in what was committed since the last call, here or in another process. Concurrent calls share the work. */
  follow(): Promise<void> {
    this.#following ??= this.#catchUp().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  /** Forgets everything, so that the next {@link follow} loads anew. */
  reset(): void {
    this.#empty();
    this.#entities = new EntityDirectory(this.options.foldName);
    this.memories.clear();
    this.#sequence = -1;
  }

  #empty(): void {
    this.#index = new BankIndex(this.options.vectors(), this.options.foldName);
    this.#edges = new EdgeIndex(this.#index);
  }

  async #catchUp(): Promise<void> {
    if (this.#sequence < 0) await this.#load();
    for (;;) {
      const entries = await this.options.store.since(this.options.bank, this.#sequence, JOURNAL_PAGE);
      if (entries.length === 0) return;
      await this.#apply(entries);
    }
  }

  async #load(): Promise<void> {
    const { store, bank } = this.options;
    for (const entity of await store.allEntities(bank)) this.#entities.put(entity);
    if (await this.#restore()) return;
    // Read the sequence first: what is committed during the load is then followed again, and putting twice is harmless.
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    for await (const rows of this.#rows()) for (const row of rows) this.#index.put(row);
    for await (const edges of store.edges(bank)) for (const edge of edges) this.#edges.put(edge);
    await this.#putCodes();
    this.#sequence = sequence;
  }

  /** Starts from the stored snapshot, when there is one of our making; what came after it is then followed. */
  async #restore(): Promise<boolean> {
    const { store, bank } = this.options;
    const head = await store.snapshot(bank);
    if (head === null || head.format !== this.#format()) return false;
    if (await restoreSnapshot(this.#index, this.#edges, store, bank)) {
      this.#sequence = head.sequence;
      this.#stored = this.#index.size;
      return true;
    }
    this.#empty();
    return false;
  }

  /** Stores a snapshot when starting from the memories would take long and the stored one is far behind. */
  async keep(): Promise<void> {
    const { store, bank } = this.options;
    const { size } = this.#index;
    const farBehind = size - this.#stored >= Math.max(WORTH_KEEPING, size * FAR_BEHIND);
    if (this.#sequence < 0 || size < WORTH_KEEPING || !(farBehind || this.#index.vectors.worthKeeping === true)) return;
    await store.putSnapshot(bank, { sequence: this.#sequence, format: this.#format() }, snapshotParts(this.#index, this.#edges));
    this.#stored = size;
  }

  #format(): string {
    return snapshotFormat(this.#index, `${this.options.encoder}+${this.options.causal}`);
  }

  async #apply(entries: readonly JournalEntry[]): Promise<void> {
    const { store, bank } = this.options;
    const memories = [...new Set(entries.flatMap((entry) => entry.memories))];
    const entities = [...new Set(entries.flatMap((entry) => entry.entities))];
    this.memories.drop(memories);
    for (const entity of await store.entities(bank, entities)) this.#entities.put(entity);
    for await (const rows of this.#rows(memories)) for (const row of rows) this.#index.put(row);
    await this.#putCodes(memories);
    for (const { edges, removedEdges } of entries) {
      for (const edge of edges) this.#edges.put(edge);
      for (const edge of removedEdges) this.#edges.remove(edge);
    }
    this.#sequence = entries.at(-1)?.sequence ?? this.#sequence;
  }

  async #putCodes(ids?: Parameters<Store['codes']>[3]): Promise<void> {
    const { store, bank, causal } = this.options;
    for await (const page of ids === undefined ? store.codes(bank, 'causal', causal) : store.codes(bank, 'causal', causal, ids)) {
      for (const { memory, code } of page) {
        const slot = this.#index.slot(memory);
        if (slot !== NONE) this.#index.causal.set(slot, code);
      }
    }
  }

  #rows(ids?: Parameters<Store['indexRows']>[3]): AsyncIterable<readonly IndexRow[]> {
    const { store, bank, space, encoder } = this.options;
    return ids === undefined ? store.indexRows(bank, space, encoder) : store.indexRows(bank, space, encoder, ids);
  }
}
