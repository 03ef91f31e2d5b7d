import type { BankName, LearnedId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { Store } from '../../ports/store.js';

export interface KeptRecordsOf {
  readonly bank: BankName;
  readonly store: Pick<Store, 'learned'>;
  /** How far the journal was followed: what recall reads, too. */
  readonly state: { readonly sequence: number };
}

/**
 * What a module's records come to in an opened bank, within reach of its recall terms. While the bank stays as it is, asking costs no look
 * into the store; after a change only what changed is read. A cache: thrown away, it reads itself again.
 */
export class KeptRecords<Summary> {
  readonly #byId = new Map<LearnedId, LearnedRecord<'module'>>();
  #sequence = -1;
  #summary: Summary | undefined;

  /**
   * @param which The keys that its records are found by, or, where each has a key of its own, which of all
   *   modules' records are its own.
   * @param summarise What the records that stand come to, in the order of their founding.
   */
  constructor(
    private readonly from: KeptRecordsOf,
    private readonly which: readonly string[] | ((record: LearnedRecord<'module'>) => boolean),
    private readonly summarise: (records: readonly LearnedRecord<'module'>[]) => Summary,
  ) {}

  /** As the bank was when it was followed last. */
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
