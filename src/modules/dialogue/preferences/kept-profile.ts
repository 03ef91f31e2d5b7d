import { KeptRecords, type KeptRecordsOf } from '../../../bank/learned/kept-records.js';
import type { KeptPart } from '../../../kernel/module.js';
import { profileOf, TASTE_KEY, type PreferenceProfile } from './profile.js';

/** The profile of an opened bank. */
export class KeptProfile implements KeptPart {
  readonly kept = true;
  readonly #records: KeptRecords<PreferenceProfile | null>;

  constructor(opened: KeptRecordsOf) {
    this.#records = new KeptRecords(opened, [TASTE_KEY], (tastes) =>
      tastes.length === 0 ? null : profileOf(tastes),
    );
  }

  /** Null in a bank in which nobody curates or said what they prefer. */
  current(): Promise<PreferenceProfile | null> {
    return this.#records.current();
  }
}
