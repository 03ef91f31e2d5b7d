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
   * @param keys What its records are found by.
   * @param summarise What the records that stand come to, in the order of their founding.
   */
  constructor(
    private readonly from: KeptRecordsOf,
    private readonly keys: readonly string[],
    private readonly summarise: (records: readonly LearnedRecord<'module'>[]) => Summary,
  ) {}

  /** As the bank was when it was followed last. */
  async current(): Promise<Summary> {
    const { bank, store, state } = this.from;
    const { sequence } = state;
    if (this.#summary !== undefined && sequence === this.#sequence) return this.#summary;
    const changed = await store.learned(bank, {
      kinds: ['module'],
      keys: this.keys,
      ...(this.#sequence < 0 ? {} : { changedAfter: this.#sequence }),
    });
    for (const record of changed) this.#put(record);
    this.#sequence = sequence;
    if (this.#summary === undefined || changed.length > 0)
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
