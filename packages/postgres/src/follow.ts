import type { PgListener } from './postgres-database.js';

/** Notifications may be lost: query the server after this time in any case. */
const ASK_AFTER_MS = 1_000;
const RETRY_MS = 200;

/**
 * Listens to notifications of commits, so that following a quiet bank needs no queries. When in doubt it answers that
 * it does not know, and the server is queried: while not listening, a second after the last query, and for banks not
 * queried since listening began.
 */
export class Follower {
  /** By bank number: its last known change, and when the server was last queried. */
  readonly #known = new Map<number, { sequence: number; askedAt: number }>();
  #client: PgListener | null = null;
  #listening = false;
  #closed = false;

  constructor(
    private readonly connect: () => PgListener,
    private readonly channel: string,
  ) {}

  /** Starts to listen; reconnects when the connection is lost. */
  start(): void {
    if (this.#closed) return;
    const client = this.connect();
    this.#client = client;
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = null;
      this.#listening = false;
      this.#known.clear();
      if (!this.#closed) setTimeout(() => this.start(), RETRY_MS).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#told(payload ?? ''));
    client
      .connect()
      .then(() => client.query({ text: `LISTEN ${this.channel}` }))
      .then(
        () => {
          this.#listening = this.#client === client;
        },
        () => {
          lost();
          client.end().catch(() => undefined);
        },
      );
  }

  /** The last change of a bank; null if the server must be queried. `now` is in milliseconds of a monotonic clock. */
  lastChange(bank: number, now: number): number | null {
    const known = this.#listening ? this.#known.get(bank) : undefined;
    return known === undefined || now - known.askedAt > ASK_AFTER_MS ? null : known.sequence;
  }

  /** Records the answer to a query made at `askedAt`. */
  asked(bank: number, sequence: number, askedAt: number): void {
    if (!this.#listening) return;
    const before = this.#known.get(bank)?.sequence ?? 0;
    this.#known.set(bank, { sequence: Math.max(before, sequence), askedAt });
  }

  /** Records a change of this process. */
  committed(bank: number, sequence: number): void {
    const known = this.#known.get(bank);
    if (known !== undefined) known.sequence = Math.max(known.sequence, sequence);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listening = false;
    await this.#client?.end().catch(() => undefined);
  }

  #told(payload: string): void {
    const [bank, sequence] = payload.split(' ').map(Number);
    if (bank !== undefined && sequence !== undefined && Number.isSafeInteger(sequence))
      this.committed(bank, sequence);
  }
}
