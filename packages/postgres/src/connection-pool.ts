import { bankRow } from '@mneme/core/adapters/store/sql/banks.js';
import type { BankRow } from '@mneme/core/adapters/store/sql/dialect.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { FitsSpace } from '@mneme/core/ports/store.js';
import { type Follower, Session, StatementNames, type Transaction } from './session.js';
import {
  codeOf,
  isAway,
  isMisfit,
  isOvertaken,
  isPoolUsedUp,
  type PgPool,
  type PgPoolClient,
  type StoreAddress,
  translatePostgresError,
} from './driver.js';
import { assertNotNewer } from './migrations.js';
import { runQuery } from './run-query.js';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** The outcome of a transaction whose connection was lost before its commit was confirmed. */
type Outcome = 'committed' | 'aborted' | 'unknown';

/** Whether a transaction's writes were committed. */
type CommitCheck<T> = (session: Session, result: T) => Promise<boolean>;

interface ConnectionParts {
  readonly readOnly: boolean;
  readonly fitsSpace: FitsSpace;
  /** Null if the server is queried each time. */
  readonly follower: Follower | null;
}

/** An open server: a connection pool, a queue per bank for writes, and retries while the server is unavailable. */
export class Connection {
  readonly #names = new StatementNames();
  readonly #entered = new WeakMap<PgPoolClient, number>();
  /** Numbers of banks by name, for reads; following and writing query them anew. */
  readonly #numbers = new Map<BankName, number>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly readOnly: boolean;
  readonly fitsSpace: FitsSpace;
  readonly #follower: Follower | null;
  #closed = false;

  constructor(
    private readonly pool: PgPool,
    readonly address: StoreAddress,
    { readOnly, fitsSpace, follower }: ConnectionParts,
  ) {
    this.readOnly = readOnly;
    this.fitsSpace = fitsSpace;
    this.#follower = follower;
    follower?.start();
    // An idle connection that is lost is replaced by the next call that needs one.
    pool.on('error', () => undefined);
    // If a connection is lost while in use, the current or next statement fails: the error is handled there.
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs a read of data that belongs to no bank, outside of any transaction. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#patiently(() => this.#with(work));
  }

  /** Runs a read of one bank. */
  readBank<T>(name: BankName, work: (session: Session, bank: number) => Promise<T>): Promise<T> {
    return this.read(async (session) => {
      const num = this.#numbers.get(name) ?? (await this.findNumber(session, name));
      await session.enter(num);
      return work(session, num);
    });
  }

  /** Reads the bank's current row. Throws `not_found`. */
  async lookUp(session: Session, name: BankName): Promise<BankRow> {
    this.#numbers.delete(name);
    const askedAt = performance.now();
    const row = await runQuery(session, bankRow(name));
    this.#numbers.set(name, row.num);
    this.#follower?.asked(row.num, row.sequence, askedAt);
    await session.enter(row.num);
    return row;
  }

  /** Whether a bank may have changes after this one: by the last one known, and true if none is. */
  hasChanged(name: BankName, sequence: number): boolean {
    const num = this.#numbers.get(name);
    const last =
      num === undefined ? null : (this.#follower?.lastChange(num, performance.now()) ?? null);
    return last === null || last > sequence;
  }

  private async findNumber(session: Session, name: BankName): Promise<number> {
    return (await this.lookUp(session, name)).num;
  }

  /** Compares the cached number of a bank with the server's, and drops it if outdated. */
  know(name: BankName, num: number | null): void {
    if (this.#numbers.get(name) !== num) this.#numbers.delete(name);
  }

  /** Drops the cached number of a bank that was removed or replaced. */
  forget(name: BankName): void {
    this.#numbers.delete(name);
  }

  /** Runs `work`, which may be repeated, in one transaction on data that belongs to no bank. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inTurn('', () => this.#transaction(work));
  }

  /** Runs `work` in one transaction that locks the bank: no other process writes to it meanwhile. */
  writeBank<T>(
    name: BankName,
    work: (session: Session, bank: BankRow) => Promise<T>,
    arrived?: CommitCheck<T>,
  ): Promise<T> {
    return this.#inTurn(name, () =>
      this.#transaction(async (session) => {
        this.#numbers.delete(name);
        const row = await runQuery(session, bankRow(name, true));
        this.#numbers.set(name, row.num);
        await session.enter(row.num);
        return work(session, row);
      }, arrived),
    );
  }

  /** A read-only transaction that sees one snapshot until it is closed. */
  async openSnapshot(): Promise<{
    readonly session: Session;
    readonly close: () => Promise<void>;
  }> {
    return this.#patiently(async () => {
      const client = await this.pool.connect();
      const session = this.#session(client);
      try {
        await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      } catch (error) {
        client.release(true);
        throw error;
      }
      const close = async (): Promise<void> => {
        const lost = !(await rolledBack(session));
        this.#entered.delete(client);
        client.release(lost);
      };
      return { session, close };
    });
  }

  /** Records a change of this process, before its notification arrives. */
  committed(bank: number, sequence: number): void {
    this.#follower?.committed(bank, sequence);
  }

  /** The channel on which commits are announced to other processes. */
  get channel(): string {
    return channelOf(this.address);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#follower?.close();
    await this.pool.end();
  }

  assertOpen(): void {
    if (this.#closed)
      throw new MnemeError('closed', 'The memory is closed.', {
        hint: 'Open it again with openMemory().',
      });
  }

  /** Queues the writes of one bank, so that waiting ones hold no connection of the pool. */
  async #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.assertOpen();
    if (this.readOnly)
      throw new MnemeError('read_only', `${this.address.shown} is open only to read.`, {
        field: 'store',
        value: this.address.shown,
        hint: 'Open it without readOnly.',
      });
    const before = this.#turns.get(name) ?? Promise.resolve();
    const mine = before.then(() => this.#patiently(work));
    const settled = mine.catch(() => undefined);
    this.#turns.set(name, settled);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(name) === settled) this.#turns.delete(name);
    }
  }

  async #with<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let lost = true;
    try {
      const result = await work(this.#session(client));
      lost = false;
      return result;
    } catch (error) {
      lost = isAway(error);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  #session(client: PgPoolClient): Session {
    return new Session(client, this.#names, this.#entered);
  }

  async #transaction<T>(
    work: (session: Session) => Promise<T>,
    arrived?: CommitCheck<T>,
  ): Promise<T> {
    const client = await this.pool.connect();
    const session = this.#session(client);
    let lost = false;
    let ended: { readonly transaction: Transaction; readonly result: T } | null = null;
    try {
      const transaction = await session.begin();
      const result = await work(session);
      ended = { transaction, result };
      await session.script('COMMIT');
      return result;
    } catch (error) {
      lost = isAway(error) || !(await rolledBack(session));
      // The server has reset the session's bank with the transaction.
      this.#entered.delete(client);
      if (ended === null || !isAway(error)) throw error;
      const outcome = await this.#outcomeOf(ended, arrived);
      if (outcome === 'committed') return ended.result;
      if (outcome === 'aborted') throw error;
      throw new MnemeError(
        'conflict',
        `${this.address.shown}: the connection went while a change was being committed, and whether it is in cannot be told.`,
        {
          field: 'store',
          value: this.address.shown,
          hint: 'Look at `mneme log` before it is tried again.',
          cause: error,
        },
      );
    } finally {
      client.release(lost);
    }
  }

  /** Asks the server for the outcome of a transaction whose connection was lost during its commit. */
  async #outcomeOf<T>(
    { transaction, result }: { readonly transaction: Transaction; readonly result: T },
    arrived?: CommitCheck<T>,
  ): Promise<Outcome> {
    const deadline = performance.now() + this.address.waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        if (arrived !== undefined)
          return (await this.#transaction((session) => arrived(session, result)))
            ? 'committed'
            : 'aborted';
        const status = await this.#with((session) => statusOf(session, transaction));
        // In progress: the server has not yet noticed the lost connection.
        if (status !== 'in progress') return status;
      } catch (error) {
        if (!isAway(error)) return 'unknown';
      }
      if (performance.now() > deadline) return 'unknown';
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Retries while the server is unavailable, or others are in the way, for at most `waitMs`. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.address.waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      this.assertOpen();
      try {
        return await work();
      } catch (error) {
        const mayPass = isAway(error) || isOvertaken(error);
        if (!mayPass || isPoolUsedUp(error) || performance.now() + pause > deadline)
          throw await this.#explained(error);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** The error for the caller. Tables that do not fit may be those of a newer version. */
  async #explained(error: unknown): Promise<unknown> {
    if (isMisfit(error))
      try {
        await this.#with((session) => assertNotNewer(session, this.address));
      } catch (newer) {
        if (MnemeError.is(newer)) return newer;
      }
    return translatePostgresError(error, this.address.shown);
  }
}

export const channelOf = ({ schema }: StoreAddress): string => `mneme_${schema}`;

/**
 * The server's status of a transaction that can be repeated, by its number. A server that was started since, or took
 * another's place, may have given that number to a transaction again: then it is repeated.
 */
async function statusOf(
  session: Session,
  { id, server }: Transaction,
): Promise<Outcome | 'in progress'> {
  try {
    const row = await session.first<{ status: Outcome | 'in progress' | null; server: string }>(
      'SELECT pg_xact_status($1::xid8) AS status, pg_postmaster_start_time()::text AS server',
      [id],
    );
    return row?.server === server ? (row.status ?? 'unknown') : 'aborted';
  } catch (error) {
    // The number is in the future: it was never persisted, so neither was the transaction.
    if (codeOf(error) === '22023') return 'aborted';
    throw error;
  }
}

/** False if the connection is unusable. */
async function rolledBack(session: Session): Promise<boolean> {
  try {
    await session.script('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
