import { MnemeError } from '../../../domain/errors.js';
import type { BankName } from '../../../domain/ids.js';
import type { ApiKey, Reply } from '../../../domain/access.js';
import { oneTurn, Pace, SharedPace, type Steps } from '../../../domain/turns.js';
import type { FitsSpace } from '../../../ports/store.js';
import type { BankData } from './bank-data.js';
import { Ledger, Table } from './ledger.js';

/** The bank whose change is being written in turns. */
interface HalfWritten {
  readonly bank: BankName;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

function halfWritten(bank: BankName): HalfWritten {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { bank, ended, end: () => end() };
}

/** One open store: its banks, what belongs to none of them, and whether it is still open. */
export class Opened {
  readonly ledger = new Ledger();
  readonly banks = new Table<BankName, BankData>(this.ledger);
  /** Banks being imported: nobody sees them. */
  readonly loads = new Table<BankName, BankData>(this.ledger);
  readonly keys = new Table<string, ApiKey>(this.ledger);
  readonly replies = new Table<string, Reply>(this.ledger);
  #closed = false;
  readonly #pace = new SharedPace();
  #half: HalfWritten | null = null;

  constructor(readonly fitsSpace: FitsSpace) {}

  /** Runs a read; `work` must not await. */
  async read<T>(work: () => T): Promise<T> {
    this.assertOpen();
    return work();
  }

  /** Runs `work`, which must not await, atomically. */
  async write<T>(work: () => T): Promise<T> {
    for (let half = this.#halfOf(); half !== null; half = this.#halfOf()) await half;
    this.assertOpen();
    return this.ledger.whole(work);
  }

  async readBank<T>(name: BankName, work: (bank: BankData) => T): Promise<T> {
    return this.readWhole(name, () => work(this.bank(name)));
  }

  /** {@link read}, once no change of the bank is half written. */
  async readWhole<T>(name: BankName, work: () => T): Promise<T> {
    await this.#pace.rest();
    for (let half = this.#halfOf(name); half !== null; half = this.#halfOf(name)) await half;
    this.assertOpen();
    return work();
  }

  async writeBank<T>(name: BankName, work: (bank: BankData) => T): Promise<T> {
    return this.write(() => work(this.bank(name)));
  }

  /**
   * {@link writeBank} for what may be much: in turns of the event loop, and still whole. Reads of the bank
   * wait for its end, and every write does.
   */
  async writeInTurns<T>(name: BankName, work: (bank: BankData) => Steps<T>): Promise<T> {
    for (let half = this.#halfOf(); half !== null; half = this.#halfOf()) await half;
    this.assertOpen();
    const pace = new Pace();
    this.ledger.begin();
    try {
      const steps = work(this.bank(name));
      for (;;) {
        const done = oneTurn(steps, pace);
        if (done !== undefined) {
          this.ledger.end();
          return done.value;
        }
        this.#half ??= halfWritten(name);
        await pace.rest();
        this.assertOpen();
      }
    } catch (error) {
      this.ledger.takeBack();
      throw error;
    } finally {
      const half = this.#half;
      this.#half = null;
      half?.end();
    }
  }

  /** The end of a change of the bank, or of any if none is named, that is half written; to be looked at just before. */
  #halfOf(bank?: BankName): Promise<void> | null {
    if (this.#half === null) return null;
    return bank === undefined || bank === this.#half.bank ? this.#half.ended : null;
  }

  bank(name: BankName): BankData {
    const bank = this.banks.get(name);
    if (bank !== undefined) return bank;
    throw noBank(name);
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

export const noBank = (name: BankName): MnemeError =>
  new MnemeError('not_found', `There is no bank named ${name}.`, { field: 'bank', value: name });
