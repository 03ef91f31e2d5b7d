import type { BankName, LearnedId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { Store } from '../../ports/store.js';

export interface KeptRecordsOf {
  readonly bank: BankName;
  readonly store: Pick<Store, 'learned'>;
  /** The change up to which the journal was followed, as for recall. */
  readonly state: { readonly sequence: number };
}

/**
 * A summary of a module's records in an open bank, cheap enough for recall terms: cached while the bank is unchanged;
 * after a change, only changed records are read. Recomputed if discarded.
 */
export class RecordSummaryCache<Summary> {
  readonly #byId = new Map<LearnedId, LearnedRecord<'module'>>();
  #sequence = -1;
  #summary: Summary | undefined;

  /**
   * @param which The keys of its records; or, if each has its own key, a predicate on all modules' records.
   * @param summarise Computes the summary of the current records, in order of creation.
   */
  constructor(
    private readonly from: KeptRecordsOf,
    private readonly which: readonly string[] | ((record: LearnedRecord<'module'>) => boolean),
    private readonly summarise: (records: readonly LearnedRecord<'module'>[]) => Summary,
  ) {}

  /** The summary, as of the change up to which the bank was followed. */
  async current(): Promise<Summary> {
    const { bank, store, state } = this.from;
    const { sequence } = state;
    if (this.#summary !== undefined && sequence === this.#sequence) return this.#summary;
    const changed = await store.learned(bank, {
      kinds: ['module'],
      ...(typeof this.which === 'function' ? {} : { keys: this.which }),
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    const own = typeof this.which === 'function' ? changed.filter(this.which) : changed;
    for (const record of own) this.#put(record);
    this.#sequence = sequence;
    if (this.#summary === undefined || own.length > 0)
      this.#summary = this.summarise(
        [...this.#byId.values()].sort((a, b) => a.createdAt - b.createdAt),
      );
    return this.#summary;
  }

  #put(record: LearnedRecord<'module'>): void {
    if (record.retractedAt === null) this.#byId.set(record.id, record);
    else this.#byId.delete(record.id);
  }
}
