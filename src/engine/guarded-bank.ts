import { RevealInput } from '../domain/bank-input.js';
import type { Memory } from '../domain/memory.js';
import { parseInput } from '../domain/parse-input.js';
import type { QuarantineChoice, QuarantineFilter } from '../domain/quarantine-input.js';
import type { Receipt } from '../domain/receipt.js';
import type { Reversible } from '../domain/reversal.js';
import type { Page } from '../ports/store.js';
import { BankPrivacy } from '../safety/bank-privacy.js';
import { reveal, type Revealed } from '../safety/reveal.js';
import { BankDiagnostics } from './bank-diagnostics.js';
import {
  listQuarantine,
  rejectQuarantined,
  releaseQuarantined,
  type Rejection,
} from './safety/quarantine.js';

/** What a bank takes out of what comes in, and what it holds back until somebody looked at it (capability G20). */
export abstract class GuardedBank extends BankDiagnostics {
  /** Puts the values back in the place of tokens such as `[card_1]`. Throws `unavailable` without the vault's key, `invalid_input` with another. */
  async reveal(text: string): Promise<Revealed> {
    return reveal(
      parseInput(RevealInput, { text }, 'reveal').text,
      (await this.open()).name,
      this.core.parts.store,
      this.core.parts.vault,
    );
  }

  /** What is held back, with why, in pages. */
  async quarantined(filter: QuarantineFilter = {}): Promise<Page<Memory>> {
    return listQuarantine(filter, await this.open(), this.core.parts);
  }

  /** Lets in what was held back. Throws `not_found`, `invalid_input` for what is not held back; then nothing changed. */
  async release(choice: QuarantineChoice): Promise<readonly Receipt[]> {
    const bank = await this.core.serve(this.bankName);
    return bank.writes.run(() => releaseQuarantined(choice, bank, this.core.parts));
  }

  /** Turns away what was held back: it is no longer listed, and the same text is not taken in again. Throws as {@link release}. */
  async reject(choice: QuarantineChoice): Promise<Reversible<Rejection>> {
    return this.reversing(async (bank) =>
      rejectQuarantined(await this.cleaned(choice), bank, this.core.parts),
    );
  }

  /** The texts of an input without what the bank takes out, before it goes anywhere. */
  protected async cleaned<T>(input: T): Promise<T> {
    return (await (await this.privacy()).clean(input)).value;
  }

  /** What the bank takes out, as it is set now. */
  protected async privacy(): Promise<BankPrivacy> {
    return BankPrivacy.of((await this.open()).name, this.core.parts);
  }
}
