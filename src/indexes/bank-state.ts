import type { JournalEntry } from '../domain/change.js';
import type { BankName } from '../domain/ids.js';
import type { IndexRow, Store } from '../ports/store.js';
import type { VectorIndex } from '../ports/vector-index.js';
import { BankIndex } from './bank-index.js';
import { EntityDirectory } from './entity-directory.js';

export interface BankStateOptions {
  readonly store: Store;
  readonly bank: BankName;
  readonly space: string;
  readonly encoder: string;
  readonly vectors: () => VectorIndex;
  readonly foldName: (name: string) => string;
}

const JOURNAL_PAGE = 500;

/** The caches of one bank, loaded on first use and kept level with the journal; thrown away, they rebuild themselves. */
export class BankState {
  #index: BankIndex;
  #entities: EntityDirectory;
  /** The last change the caches hold; -1 before the first load. */
  #sequence = -1;
  #following: Promise<void> | null = null;

  constructor(private readonly options: BankStateOptions) {
    this.#index = new BankIndex(options.vectors(), options.foldName);
    this.#entities = new EntityDirectory(options.foldName);
  }

  get index(): BankIndex {
    return this.#index;
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
    this.#index = new BankIndex(this.options.vectors(), this.options.foldName);
    this.#entities = new EntityDirectory(this.options.foldName);
    this.#sequence = -1;
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
    // Read the sequence first: what is committed during the load is then followed again, and putting twice is harmless.
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    for (const entity of await store.allEntities(bank)) this.#entities.put(entity);
    for await (const rows of this.#rows()) for (const row of rows) this.#index.put(row);
    this.#sequence = sequence;
  }

  async #apply(entries: readonly JournalEntry[]): Promise<void> {
    const { store, bank } = this.options;
    const memories = [...new Set(entries.flatMap((entry) => entry.memories))];
    const entities = [...new Set(entries.flatMap((entry) => entry.entities))];
    for (const entity of await store.entities(bank, entities)) this.#entities.put(entity);
    for await (const rows of this.#rows(memories)) for (const row of rows) this.#index.put(row);
    this.#sequence = entries.at(-1)?.sequence ?? this.#sequence;
  }

  #rows(ids?: Parameters<Store['indexRows']>[3]): AsyncIterable<readonly IndexRow[]> {
    const { store, bank, space, encoder } = this.options;
    return ids === undefined ? store.indexRows(bank, space, encoder) : store.indexRows(bank, space, encoder, ids);
  }
}
