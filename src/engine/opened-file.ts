import type { Bank } from '../domain/bank.js';
import { KeyRing } from './access/key-ring.js';
import { ReplyBook } from './access/reply-book.js';
import type { EngineCore, OpenBank } from './core.js';

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

  /** Every bank of the file. */
  banks(): Promise<readonly Bank[]> {
    return this.core.parts.store.banks();
  }

  protected open(): Promise<OpenBank> {
    return this.core.open(this.bankName);
  }
}
