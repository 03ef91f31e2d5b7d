import { MnemeError } from '../../../domain/errors.js';
import type { BankName } from '../../../domain/ids.js';
import { oneTurn, TimeSlice, SharedTimeSlice, type Steps } from '../../../domain/pace.js';
import type { FitsSpace } from '../../../ports/store.js';
import type { StoredName } from '../stored-tables.js';
import type { FilePlace } from './file-identity.js';
import type { FileKey } from './file-key.js';
import { openDatabase } from './open-database.js';
import {
  isBusy,
  type SqliteDatabase,
  type SqliteStatement,
  translateSqliteError,
} from './sqlite-database.js';

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 40;

/** An open file: cached prepared statements, queued transactions, translated errors. */
export class Connection {
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #lists = new Map<string, SqliteStatement>();
  readonly #numbers = new Map<BankName, number>();
  #closed = false;
  readonly #pace = new SharedTimeSlice();
  /** The operation that blocks other writes, and the bank it has partially written; usually null. */
  #busy: { readonly bank: BankName | null; readonly end: Promise<unknown> } | null = null;

  constructor(
    readonly database: SqliteDatabase,
    readonly path: string,
    /** How long a write waits for another process before it fails with `locked`, in milliseconds. */
    private readonly lockWaitMs: number,
    private readonly about: {
      /** Where the file is; null for an in-memory database. */
      readonly place: FilePlace | null;
      /** Whether the file is a backup, which is only ever read. */
      readonly backup: boolean;
      readonly fitsSpace?: FitsSpace | undefined;
      readonly key?: FileKey | undefined;
    },
    /** Unreadable cells found in the file. */
    readonly damage = new DamageLog(),
  ) {}

  /** Opens another, read-only connection to the file. */
  another(): Connection {
    const about = { ...this.about, place: null };
    return new Connection(this.reader(), this.path, this.lockWaitMs, about, this.damage);
  }

  /** Opens the file again, only to read. */
  reader(): SqliteDatabase {
    return openDatabase(this.path, true, this.database.driver, this.about.key);
  }

  /** What the file is sealed with. */
  get key(): FileKey | undefined {
    return this.about.key;
  }

  /** Whether an encoder could have produced this code for a space. */
  get fitsSpace(): FitsSpace {
    return this.about.fitsSpace ?? (() => true);
  }

  statement(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** A statement whose `all` returns rows as arrays of values. */
  lists(sql: string): SqliteStatement {
    let statement = this.#lists.get(sql);
    if (statement === undefined) {
      statement = this.database.prepareLists(sql);
      this.#lists.set(sql, statement);
    }
    return statement;
  }

  /**
   * A bank's number, cached for one turn of the event loop: within it, only this connection's own writes can drop the
   * bank.
   */
  numberOf(bank: BankName, find: () => number): number {
    let number = this.#numbers.get(bank);
    if (number === undefined) {
      number = find();
      if (this.#numbers.size === 0) setImmediate(() => this.#numbers.clear());
      this.#numbers.set(bank, number);
    }
    return number;
  }

  /** Runs reads; `work` must not await. */
  read<T>(work: () => T): T {
    this.#assertOpen();
    try {
      return work();
    } catch (error) {
      throw translateSqliteError(error, this.path);
    }
  }

  /**
   * {@link read} once no change of the bank (or of any bank, if null) is partially written: only this connection
   * would see it.
   */
  async readWhole<T>(bank: BankName | null, work: () => T): Promise<T> {
    await this.#pace.rest();
    for (let half = this.#half(bank); half !== null; half = this.#half(bank)) await half;
    return this.read(work);
  }

  /** Runs `work` in one immediate transaction. Waits for other processes without blocking this one's event loop. */
  write<T>(work: () => T): Promise<T> {
    return this.#whenFree(() => this.#transact(work));
  }

  /**
   * {@link write} for long work: one transaction over several turns of the event loop. Other writes, and reads of the
   * bank by {@link readWhole}, wait for its end.
   */
  writeInTurns<T>(bank: BankName, work: () => Steps<T>): Promise<T> {
    return this.#whenFree(() => this.#transactInTurns(bank, work));
  }

  /** Runs `work` while this connection's writes are queued. */
  async withoutWrites<T>(work: () => Promise<T>): Promise<T> {
    for (let half = this.#half(); half !== null; half = this.#half()) await half;
    return this.#busyWith(null, work());
  }

  /** For long reads: over several turns of the event loop, never while the bank is partially written. */
  async readInTurns<T>(bank: BankName, work: () => Steps<T>): Promise<T> {
    const pace = new TimeSlice();
    const steps = await this.readWhole(bank, work);
    for (;;) {
      const done = await this.readWhole(bank, () => oneTurn(steps, pace));
      if (done !== undefined) return done.value;
      await pace.rest();
    }
  }

  /**
   * Whether no other connection to this database is possible: it has no file, its driver locks it, or the file was
   * replaced.
   */
  get isAlone(): boolean {
    return (
      this.path === ':memory:' ||
      this.database.driver === 'node-sqlite3-wasm' ||
      this.displaced() !== null
    );
  }

  /** What happened to the file while it was open; null if it is still in place. */
  displaced(): string | null {
    return this.about.place?.fault() ?? null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.about.place?.close();
    this.#statements.clear();
    this.#lists.clear();
    this.database.close();
  }

  async #whenFree<T>(transact: () => T | Promise<T>): Promise<T> {
    for (let half = this.#half(); half !== null; half = this.#half()) await half;
    const deadline = performance.now() + this.lockWaitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      this.#assertOpen();
      this.#assertWritable();
      this.#assertInPlace();
      try {
        const result = await transact();
        // Do not acknowledge what was written to a file that was removed or replaced.
        this.#assertInPlace();
        return result;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline)
          throw translateSqliteError(error, this.path);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      for (let half = this.#half(); half !== null; half = this.#half()) await half;
    }
  }

  /** The end of what blocks writes, or reads of a bank. Check again afterwards, since others waited for the same. */
  #half(bank: BankName | null = null): Promise<unknown> | null {
    if (this.#busy === null) return null;
    return bank === null || bank === this.#busy.bank ? this.#busy.end : null;
  }

  #begin(): void {
    this.#numbers.clear();
    this.database.exec('BEGIN IMMEDIATE');
  }

  #transact<T>(work: () => T): T {
    this.#begin();
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  #transactInTurns<T>(bank: BankName, work: () => Steps<T>): T | Promise<T> {
    const pace = new TimeSlice();
    this.#begin();
    try {
      const steps = work();
      const done = oneTurn(steps, pace);
      if (done === undefined) return this.#busyWith(bank, this.#goOn(steps, pace));
      this.database.exec('COMMIT');
      return done.value;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  async #goOn<T>(steps: Steps<T>, pace: TimeSlice): Promise<T> {
    try {
      for (;;) {
        await pace.rest();
        this.#assertOpen();
        const done = oneTurn(steps, pace);
        if (done === undefined) continue;
        this.database.exec('COMMIT');
        return done.value;
      }
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  async #busyWith<T>(bank: BankName | null, work: Promise<T>): Promise<T> {
    const own = { bank, end: work.catch(() => undefined) };
    this.#busy = own;
    try {
      return await work;
    } finally {
      if (this.#busy === own) this.#busy = null;
    }
  }

  /**
   * SQLite rolls back by itself after some failures (a full disk, say); a second rollback must not hide the first
   * error.
   */
  #rollback(): void {
    try {
      this.database.exec('ROLLBACK');
    } catch {
      return;
    }
  }

  #assertOpen(): void {
    if (this.#closed)
      throw new MnemeError('closed', 'The memory is closed.', {
        hint: 'Open it again with openMemory().',
      });
  }

  #assertInPlace(): void {
    const fault = this.displaced();
    if (fault === null) return;
    throw new MnemeError(
      'unavailable',
      `${fault} Nothing of this change is in what is there now.`,
      {
        field: 'file',
        value: this.path,
        hint: 'What was remembered before can be read, exported and backed up until this process closes it. To go on with what is there now, open it anew.',
      },
    );
  }

  #assertWritable(): void {
    if (!this.database.readOnly) return;
    if (this.about.backup)
      throw new MnemeError('read_only', `${this.path} is a backup, which is only read.`, {
        field: 'file',
        value: this.path,
        hint: `Make a memory of it with \`mneme backup restore ${this.path}\`.`,
      });
    throw new MnemeError('read_only', `${this.path} is open only to read.`, {
      field: 'file',
      value: this.path,
      hint: 'Make the file and its folder writable and open it without readOnly.',
    });
  }
}

/** An unreadable cell. */
interface DamagedCell {
  readonly table: StoredName;
  /** The bank's number; null if it belongs to the file or to an unknown bank. */
  readonly bank: number | null;
  readonly row: string;
  readonly cell: string;
  /** Whether the whole row was left out because of it. */
  readonly left: boolean;
}

/** Maximum number of cells recorded. */
const MAX_NOTED = 1_000;

/** Unreadable cells found while reading: each once, until it is repaired. */
class DamageLog {
  readonly #met = new Map<string, DamagedCell>();

  note(found: DamagedCell): void {
    if (this.#met.size < MAX_NOTED)
      this.#met.set([found.table, found.bank, found.row, found.cell].join('\0'), found);
  }

  /** Messages for those of a bank, in the order they were found. */
  told(bank: number): string[] {
    return [...this.#met.values()].filter((each) => each.bank === bank).map(inWords);
  }

  clear(): void {
    this.#met.clear();
  }
}

function inWords({ table, row, cell, left }: DamagedCell): string {
  return `${cell} of ${table} ${row} cannot be read${left ? ', so it is left out' : ''}`;
}
