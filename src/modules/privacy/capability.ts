import { RevealInput } from '../../domain/bank-input.js';
import type { EraseInput, EraseReport } from '../../domain/erasure.js';
import { parseInput } from '../../domain/parse-input.js';
import type { QuarantineChoice, QuarantineFilter } from '../../domain/quarantine-input.js';
import type { Receipt } from '../../domain/receipt.js';
import type { Reversible } from '../../domain/reversal.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { erase } from './erasure/erase.js';
import {
  listQuarantine,
  rejectQuarantined,
  releaseQuarantined,
  type QuarantinePage,
  type Rejection,
} from './quarantine.js';
import { reveal, type Revealed } from '../../safety/reveal.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly privacy: Privacy;
  }
}

/** What a bank removes from input, what it quarantines until reviewed, and erasing a person. */
export class Privacy {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Replaces tokens such as `[card_1]` by their values. Throws `unavailable` without the vault's key,
   * `invalid_input` with another.
   */
  async reveal(text: string): Promise<Revealed> {
    return reveal(
      parseInput(RevealInput, { text }, 'reveal').text,
      (await this.bank.open()).name,
      this.bank.parts.store,
      this.bank.parts.vault,
    );
  }

  /** Quarantined memories, with the reasons, in pages. */
  async quarantined(filter: QuarantineFilter = {}): Promise<QuarantinePage> {
    return listQuarantine(filter, await this.bank.open(), this.bank.parts);
  }

  /**
   * Releases quarantined memories. Throws `not_found`, `invalid_input` for what is not quarantined; then
   * nothing changed.
   */
  async release(choice: QuarantineChoice): Promise<readonly Receipt[]> {
    const bank = await this.bank.serve();
    return bank.writes.run(() => releaseQuarantined(choice, bank, this.bank.parts));
  }

  /**
   * Rejects quarantined memories: they are no longer listed, and the same text is not stored again. Throws
   * as {@link release}.
   */
  async reject(choice: QuarantineChoice): Promise<Reversible<Rejection>> {
    return this.bank.reversing(async (bank) =>
      rejectQuarantined(await this.bank.cleaned(choice), bank, this.bank.parts),
    );
  }

  /**
   * Erases a person permanently: what they said, what names them, what was derived from it, in text,
   * vectors, indexes, names, the past and the log; then rewrites the file and searches its bytes. Without
   * `yes` it only reports what it would do. Earlier backups and exports are not touched. Throws
   * `invalid_input`, `read_only`, `locked`.
   */
  async erase(input: EraseInput): Promise<EraseReport> {
    return erase(input, await this.bank.open(), this.bank.core);
  }
}
