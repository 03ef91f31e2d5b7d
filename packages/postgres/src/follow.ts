import type { PgListener } from './postgres-database.js';

/** What was told may have been lost on the way: after so long the server is asked all the same. */
const ASK_AFTER_MS = 1_000;
const RETRY_MS = 200;

/**
 * Listens to what commits tell, so that following a quiet bank asks nothing. Whatever goes wrong, the answer is that it does not know,
 * and the server is asked: while it does not listen, after every second, and about banks that were not asked about since it listens.
 */
export class Follower {
  /** By a bank's number: its last change that was asked for or told, and when it was last asked for. */
  readonly #known = new Map<number, { sequence: number; askedAt: number }>();
  #client: PgListener | null = null;
  #listening = false;
  #closed = false;

  constructor(
    private readonly connect: () => PgListener,
    private readonly channel: string,
  ) {}

  /** Begins to listen, and goes on by itself when the connection is lost. */
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

  /** The last change of a bank; null where the server has to be asked. `now` is in milliseconds of a clock that only goes forward. */
  lastChange(bank: number, now: number): number | null {
    const known = this.#listening ? this.#known.get(bank) : undefined;
    return known === undefined || now - known.askedAt > ASK_AFTER_MS ? null : known.sequence;
  }

  /** What the server said when it was asked at `askedAt`. */
  asked(bank: number, sequence: number, askedAt: number): void {
    if (!this.#listening) return;
    const before = this.#known.get(bank)?.sequence ?? 0;
    this.#known.set(bank, { sequence: Math.max(before, sequence), askedAt });
  }

  /** A change that this process made. */
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
