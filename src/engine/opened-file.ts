import { withReversal } from '../curate/reversal-hash.js';
import type { Bank } from '../domain/bank.js';
import { MnemeError } from '../domain/errors.js';
import type { Reversible } from '../domain/reversal.js';
import { KeyRing } from './access/key-ring.js';
import { ReplyBook } from './access/reply-book.js';
import { banksWithin } from './bank-there.js';
import type { EngineCore, OpenBank } from './core.js';
import { readFileContents, type FileContents } from './statistics.js';

/** What belongs to the whole file, whichever bank of it a handle is for. */
export abstract class OpenedFile {
  constructor(
    protected readonly core: EngineCore,
    /** The bank the verbs work on. */
    readonly bankName: string,
  ) {}

  /** The keys that a server of this file admits. */
  get keys(): KeyRing {
    return new KeyRing(this.core.parts);
  }

  /** Answers that a server gave to requests which carried a key of their own, so that one that is sent again is not done again. */
  get replies(): ReplyBook {
    return new ReplyBook(this.core.parts);
  }

  /** Throws `unavailable` when the file was removed or replaced while it was open: nothing more can be remembered then. */
  async assertInPlace(): Promise<void> {
    const fault = await this.core.parts.store.displaced();
    if (fault === null) return;
    throw new MnemeError('unavailable', fault, {
      hint: 'Back up or export what this process still has of it, and open the memory anew.',
    });
  }

  /** Every bank of the file that the handle may tell of. */
  banks(): Promise<readonly Bank[]> {
    return banksWithin(this.core.parts);
  }

  /** The same, with how much each holds and how it is set. */
  describeBanks(): Promise<FileContents> {
    return readFileContents(this.core.parts);
  }

  protected open(): Promise<OpenBank> {
    return this.core.open(this.bankName);
  }

  /** In turn with the bank's other writes. */
  protected async writing<T>(work: (bank: OpenBank) => Promise<T>): Promise<T> {
    const bank = await this.open();
    return bank.writes.run(() => work(bank));
  }

  /** {@link writing}, with what undoes the change in the receipt, where it made one. */
  protected reversing<Receipt extends { readonly sequence: number }>(
    work: (bank: OpenBank) => Promise<Receipt>,
    changed: (receipt: Receipt) => boolean = () => true,
  ): Promise<Reversible<Receipt>> {
    return this.writing(async (bank) => {
      const receipt = await work(bank);
      return withReversal(bank.name, receipt, changed(receipt));
    });
  }
}
