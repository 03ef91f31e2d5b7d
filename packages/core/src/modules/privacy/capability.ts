import { RevealInput } from '../../domain/bank.js';
import type { EraseInput, EraseReport } from '../../domain/forgetting-and-merging.js';
import { parseInput } from '../../domain/input.js';
import { QuarantineInput } from '../../domain/privacy.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { erase } from './erasure/erase.js';
import { listQuarantine, reviewQuarantined, type QuarantineAnswer } from './quarantine.js';
import { reveal, type Revealed } from '../../safety/sealing.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly privacy: Privacy;
  }
}

/** What a bank removes from input, what it quarantines until reviewed, and erasing a person. */
export class Privacy {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Replaces tokens such as `[card_1]` by their values. Throws `unavailable` without the vault's key, `invalid_input`
   * with another.
   */
  async reveal(text: string): Promise<Revealed> {
    return reveal(
      parseInput(RevealInput, { text }, 'reveal').text,
      (await this.bank.open()).name,
      this.bank.parts.store,
      this.bank.parts.vault,
    );
  }

  /**
   * Quarantined memories with their reasons, in pages; named ones are released or rejected first. Throws `not_found`,
   * `invalid_input` for memories that are not quarantined; then nothing changes.
   */
  async quarantine(given: QuarantineInput = {}): Promise<QuarantineAnswer> {
    const { parts } = this.bank;
    const input = parseInput(QuarantineInput, given, 'quarantine');
    if ((input.release ?? input.reject) === undefined)
      return listQuarantine(input, await this.bank.open(), parts);
    const { reason } = await this.bank.cleaned({ reason: input.reason });
    return this.bank.telling(async (bank) => {
      const settled = await reviewQuarantined({ ...input, reason }, bank, parts);
      return { ...(await listQuarantine(input, bank, parts)), ...settled };
    });
  }

  /**
   * Erases a person permanently: what they said, what names them, what was derived from it, in text, vectors,
   * indexes, names, the past and the log; then rewrites the file and searches its bytes. Without `yes` it only
   * reports what it would do. Earlier backups and exports are not touched. Throws `invalid_input`, `read_only`,
   * `locked`.
   */
  async erase(input: EraseInput): Promise<EraseReport> {
    return erase(input, await this.bank.open(), this.bank.core);
  }
}
