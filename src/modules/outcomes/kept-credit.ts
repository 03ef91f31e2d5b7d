import { KeptRecords, type KeptRecordsOf } from '../../bank/learned/kept-records.js';
import type { KeptPart } from '../../kernel/module.js';
import { DAY, type Instant } from '../../domain/time.js';
import { creditsOf, type Credits } from './credit.js';
import { endingsOf, OUTCOME_KEY, type Ending } from './outcome.js';

/** What ends taught of an opened bank's memories. Reckoned anew when another was told, and once a day, as they decay. */
export class KeptCredit implements KeptPart {
  readonly kept = true;
  readonly #records: KeptRecords<readonly Ending[]>;
  #reckoned: {
    readonly endings: readonly Ending[];
    readonly day: number;
    readonly credits: Credits;
  } | null = null;

  constructor(private readonly opened: KeptRecordsOf) {
    this.#records = new KeptRecords(opened, [OUTCOME_KEY], endingsOf);
  }

  /** Ends that stand, or stood at `asOf`. */
  async endings(asOf?: Instant): Promise<readonly Ending[]> {
    if (asOf === undefined) return this.#records.current();
    const { bank, store } = this.opened;
    return endingsOf(await store.learned(bank, { kinds: ['module'], keys: [OUTCOME_KEY], asOf }));
  }

  /** Null where nobody has told how anything ended. */
  async at(now: Instant, asOf?: Instant): Promise<Credits | null> {
    const endings = await this.endings();
    if (endings.length === 0) return null;
    if (asOf !== undefined) return creditsOf(await this.endings(asOf), asOf);
    const day = Math.floor(now / DAY);
    if (this.#reckoned?.endings !== endings || this.#reckoned.day !== day)
      this.#reckoned = { endings, day, credits: creditsOf(endings, day * DAY) };
    return this.#reckoned.credits;
  }
}
