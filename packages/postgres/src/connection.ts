import { bankRow } from '@mneme/core/adapters/store/sql/banks.js';
import type { BankRow } from '@mneme/core/adapters/store/sql/dialect.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type { FitsSpace } from '@mneme/core/ports/store.js';
import type { Follower } from './follow.js';
import type { StoreAddress } from './open-database.js';
import type { PgPool, PgPoolClient } from './postgres-database.js';
import { codeOf, isAway, isPoolUsedUp, translatePostgresError } from './postgres-errors.js';
import { runQuery } from './run-query.js';
import { Session, StatementNames } from './session.js';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** What became of a transaction whose connection went before its end was told. */
type Outcome = 'committed' | 'aborted' | 'unknown';

/** Whether what a transaction wrote is in. */
type Arrived<T> = (session: Session, result: T) => Promise<boolean>;

interface ConnectionParts {
  readonly readOnly: boolean;
  readonly fitsSpace: FitsSpace;
  /** Null where the server is asked each time. */
  readonly follower: Follower | null;
}

/** The open server: a pool, one turn a bank for writes, and another try while the server is away. */
export class Connection {
  readonly #names = new StatementNames();
  readonly #entered = new WeakMap<PgPoolClient, number>();
  /** Numbers of banks by name, for reads; whoever follows or writes asks anew. */
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
    // A connection that goes while nobody uses it is replaced by the next call that needs one.
    pool.on('error', () => undefined);
    // One that goes while it is in use fails the statement at hand, or the next: that is where it is told.
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs a read of what is of no bank, outside of any transaction. */
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

  /** The bank's row as it is now. Throws `not_found`. */
  async lookUp(session: Session, name: BankName): Promise<BankRow> {
    this.#numbers.delete(name);
    const askedAt = performance.now();
    const row = await runQuery(session, bankRow(name));
    this.#numbers.set(name, row.num);
    this.#follower?.asked(row.num, row.sequence, askedAt);
    await session.enter(row.num);
    return row;
  }

  /** Whether a bank had changes after this one a moment ago: what was told, or else what the server says. */
  hasChanged(name: BankName, sequence: number): boolean {
    const num = this.#numbers.get(name);
    const last =
      num === undefined ? null : (this.#follower?.lastChange(num, performance.now()) ?? null);
    return last === null || last > sequence;
  }

  private async findNumber(session: Session, name: BankName): Promise<number> {
    return (await this.lookUp(session, name)).num;
  }

  /** What the server says of a bank, where something else was known. */
  know(name: BankName, num: number | null): void {
    if (this.#numbers.get(name) !== num) this.#numbers.delete(name);
  }

  /** Forgets what is known of a bank: it was taken away, or another took its name. */
  forget(name: BankName): void {
    this.#numbers.delete(name);
  }

  /** Runs `work` in one transaction of what is of no bank. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inTurn('', () => this.#transaction(work));
  }

  /** Runs `work` in one transaction that holds the bank: no other process writes to it meanwhile. */
  writeBank<T>(
    name: BankName,
    work: (session: Session, bank: BankRow) => Promise<T>,
    arrived?: Arrived<T>,
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

  /** A transaction that sees one moment until it is closed. */
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

  /** That this process made a change, before anybody is told. */
  committed(bank: number, sequence: number): void {
    this.#follower?.committed(bank, sequence);
  }

  /** What commits are told to other processes on. */
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

  /** Writes of one bank wait here, where they hold no connection of the pool. */
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

  async #transaction<T>(work: (session: Session) => Promise<T>, arrived?: Arrived<T>): Promise<T> {
    const client = await this.pool.connect();
    const session = this.#session(client);
    let lost = false;
    let ended: { readonly transaction: string; readonly result: T } | null = null;
    try {
      const transaction = await session.begin();
      const result = await work(session);
      ended = { transaction, result };
      await session.script('COMMIT');
      return result;
    } catch (error) {
      lost = isAway(error) || !(await rolledBack(session));
      // With the transaction the server has taken back whose rows it shows.
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

  /** Asks the server what became of a transaction whose connection went while it was being committed. */
  async #outcomeOf<T>(
    { transaction, result }: { readonly transaction: string; readonly result: T },
    arrived?: Arrived<T>,
  ): Promise<Outcome> {
    const deadline = performance.now() + this.address.waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        if (arrived !== undefined)
          return (await this.#transaction((session) => arrived(session, result)))
            ? 'committed'
            : 'aborted';
        const status = await this.#with((session) => statusOf(session, transaction));
        // In progress: the server has not noticed yet that we are gone.
        if (status !== 'in progress') return status;
      } catch (error) {
        if (!isAway(error)) return 'unknown';
      }
      if (performance.now() > deadline) return 'unknown';
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Tries again while the server is away, for as long as a call waits. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.address.waitMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      this.assertOpen();
      try {
        return await work();
      } catch (error) {
        if (!isAway(error) || isPoolUsedUp(error) || performance.now() + pause > deadline)
          throw translatePostgresError(error, this.address.shown);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

export const channelOf = ({ schema }: StoreAddress): string => `mneme_${schema}`;

/** What the server says of a transaction by its number. A crash may hand the number on: where that matters, ask for what it wrote. */
async function statusOf(session: Session, transaction: string): Promise<Outcome | 'in progress'> {
  try {
    const row = await session.first<{ status: Outcome | 'in progress' | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [transaction],
    );
    return row?.status ?? 'unknown';
  } catch (error) {
    // In the future: of a number that was never written down, nothing was.
    if (codeOf(error) === '22023') return 'aborted';
    throw error;
  }
}

/** False where the connection is no good any more. */
async function rolledBack(session: Session): Promise<boolean> {
  try {
    await session.script('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
