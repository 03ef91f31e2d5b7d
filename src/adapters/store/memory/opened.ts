import { MnemeError } from '../../../domain/errors.js';
import type { BankName } from '../../../domain/ids.js';
import type { ApiKey, Reply } from '../../../domain/access.js';
import type { FitsSpace } from '../../../ports/store.js';
import type { BankData } from './bank-data.js';
import { Ledger, Table } from './ledger.js';

/** One open store: its banks, what belongs to none of them, and whether it is still open. */
export class Opened {
  readonly ledger = new Ledger();
  readonly banks = new Table<BankName, BankData>(this.ledger);
  /** Banks being imported: nobody sees them. */
  readonly loads = new Table<BankName, BankData>(this.ledger);
  readonly keys = new Table<string, ApiKey>(this.ledger);
  readonly replies = new Table<string, Reply>(this.ledger);
  #closed = false;

  constructor(readonly fitsSpace: FitsSpace) {}

  /** Runs a read; `work` must not await. */
  async read<T>(work: () => T): Promise<T> {
    this.assertOpen();
    return work();
  }

  /** Runs `work`, which must not await, atomically. */
  async write<T>(work: () => T): Promise<T> {
    this.assertOpen();
    return this.ledger.whole(work);
  }

  async readBank<T>(name: BankName, work: (bank: BankData) => T): Promise<T> {
    return this.read(() => work(this.bank(name)));
  }

  async writeBank<T>(name: BankName, work: (bank: BankData) => T): Promise<T> {
    return this.write(() => work(this.bank(name)));
  }

  bank(name: BankName): BankData {
    const bank = this.banks.get(name);
    if (bank !== undefined) return bank;
    throw new MnemeError('not_found', `There is no bank named ${name}.`, {
      field: 'bank',
      value: name,
    });
  }

  assertOpen(): void {
    if (this.#closed)
      throw new MnemeError('closed', 'The store is closed.', { hint: 'Open another one.' });
  }

  /** Everything is dropped. */
  close(): void {
    this.#closed = true;
    for (const table of [this.banks, this.loads, this.keys, this.replies]) table.clear();
  }
}
