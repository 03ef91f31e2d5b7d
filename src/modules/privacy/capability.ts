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

/** What a bank takes out of what comes in, what it holds back until somebody looked at it, and erasing a person. */
export class Privacy {
  constructor(private readonly bank: BankHandle) {}

  /** Puts the values back in the place of tokens such as `[card_1]`. Throws `unavailable` without the vault's key, `invalid_input` with another. */
  async reveal(text: string): Promise<Revealed> {
    return reveal(
      parseInput(RevealInput, { text }, 'reveal').text,
      (await this.bank.open()).name,
      this.bank.parts.store,
      this.bank.parts.vault,
    );
  }

  /** What is held back, with why, in pages. */
  async quarantined(filter: QuarantineFilter = {}): Promise<QuarantinePage> {
    return listQuarantine(filter, await this.bank.open(), this.bank.parts);
  }

  /** Lets in what was held back. Throws `not_found`, `invalid_input` for what is not held back; then nothing changed. */
  async release(choice: QuarantineChoice): Promise<readonly Receipt[]> {
    const bank = await this.bank.serve();
    return bank.writes.run(() => releaseQuarantined(choice, bank, this.bank.parts));
  }

  /** Turns away what was held back: it is no longer listed, and the same text is not taken in again. Throws as {@link release}. */
  async reject(choice: QuarantineChoice): Promise<Reversible<Rejection>> {
    return this.bank.reversing(async (bank) =>
      rejectQuarantined(await this.bank.cleaned(choice), bank, this.bank.parts),
    );
  }

  /**
   * Erases a person for good: what they said, what names them, what was made of it, in text, vectors, indexes, names, the past and the
   * log; then writes the file anew and looks through its bytes. Without `yes` it tells what it would do. Backups and exports made
   * before are not touched. Throws `invalid_input`, `read_only`, `locked`.
   */
  async erase(input: EraseInput): Promise<EraseReport> {
    return erase(input, await this.bank.open(), this.bank.core);
  }
}
