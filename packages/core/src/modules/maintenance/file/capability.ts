import type { Bank } from '../../../domain/bank.js';
import type { BackupOptions, BackupReport } from '../../../domain/import-export.js';
import { MnemeError } from '../../../domain/errors.js';
import { KeyRing, ReplyStore } from '../../../bank/access.js';
import type { BankHandle } from '../../../bank/bank-handle.js';
import { banksWithin } from '../../../bank/banks.js';
import type { BankName } from '../../../domain/ids.js';
import { sealOnce } from '../../../safety/sealing.js';
import { makeBackup } from '../backup.js';
import { deleteBank, dropDue, type BankDeleted, type DeleteBankInput } from '../banks.js';
import { readFileContents, type BankFilter, type FileContents } from '../diagnostics.js';

declare module '../../../mneme.js' {
  interface Mneme {
    /** Operations on the whole file: its banks, its keys, backups. */
    readonly file: MemoryFile;
  }
}

/** Operations on the whole file, whichever of its banks the handle is for. */
export class MemoryFile {
  constructor(private readonly bank: BankHandle) {}

  /** Every bank of the file that this handle may know of. */
  banks(): Promise<readonly Bank[]> {
    return banksWithin(this.bank.parts);
  }

  /** The same, with sizes and settings: one page, by name. */
  describe(filter: BankFilter = {}): Promise<FileContents> {
    return readFileContents(filter, this.bank.parts);
  }

  /**
   * Deletes a bank and all its users' memories: hidden at once, gone after 30 days, or immediately with `now`;
   * `restore` brings a deleted one back. Throws `not_found`, `denied`, `read_only`, `conflict`.
   */
  deleteBank(input: DeleteBankInput = {}): Promise<BankDeleted> {
    return deleteBank(input, this.bank.name as BankName, this.bank.core);
  }

  /** Drops banks deleted more than 30 days ago; servers call it periodically. Returns their names. */
  dropDue(): Promise<readonly BankName[]> {
    return dropDue(this.bank.core);
  }

  /**
   * Writes a complete copy of the file, with every bank, while writing continues; `verifyBackup` and `restoreBackup`
   * read it. Throws `conflict` for a path that exists, `invalid_input`, `interrupted`, `disk_full`; then nothing is
   * left behind.
   */
  backup(path: string, options: BackupOptions = {}): Promise<BackupReport> {
    return makeBackup(path, options, this.bank.parts);
  }

  /** Whether the file is sealed: then exports are, too, unless asked otherwise. */
  get sealed(): boolean {
    return this.bank.parts.key !== undefined;
  }

  /** What is to lie on a disk for a while, such as an upload: sealed if the file is. `import` opens it. */
  asSealed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const { key } = this.bank.parts;
    return key === undefined ? chunks : sealOnce(chunks, key);
  }

  /** The keys that a server of this file accepts. */
  get keys(): KeyRing {
    return new KeyRing(this.bank.parts);
  }

  /** A server's answers to requests with an idempotency key, so that a retried request is not executed again. */
  get replies(): ReplyStore {
    return new ReplyStore(this.bank.parts);
  }

  /** Throws `unavailable` if the file was removed or replaced while open: nothing more can be stored then. */
  async assertInPlace(): Promise<void> {
    const fault = await this.bank.parts.store.displaced();
    if (fault === null) return;
    throw new MnemeError('unavailable', fault, {
      hint: 'Back up or export what this process still has of it, and open the memory anew.',
    });
  }
}
