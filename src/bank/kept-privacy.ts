import type { BankPrivacy } from '../safety/bank-privacy.js';

/**
 * Caches what a bank removes from texts until the bank changes: every recall asks for it, and settings are
 * changes like any other.
 */
export class KeptPrivacy {
  #kept: BankPrivacy | null = null;
  #sequence = -1;

  constructor(private readonly read: () => Promise<BankPrivacy>) {}

  /** As of this change of the bank. */
  async at(sequence: number): Promise<BankPrivacy> {
    if (this.#kept === null || this.#sequence !== sequence) {
      this.#kept = await this.read();
      this.#sequence = sequence;
    }
    return this.#kept;
  }
}
