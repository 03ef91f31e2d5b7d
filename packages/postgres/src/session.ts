import type { PgListener, PgPoolClient, PgValue } from './driver.js';

/** A connection while a call uses it. */
export class Session {
  constructor(
    private readonly client: PgPoolClient,
    private readonly names: StatementNames,
    private readonly entered: WeakMap<PgPoolClient, number>,
  ) {}

  /** Selects the bank whose rows are visible: row-level security, in addition to `bank = $1` in every statement. */
  async enter(bank: number): Promise<void> {
    if (this.entered.get(this.client) === bank) return;
    this.entered.delete(this.client);
    await this.all("SELECT set_config('mneme.bank', $1, false)", [String(bank)]);
    this.entered.set(this.client, bank);
  }

  async all<Row>(text: string, values: readonly PgValue[] = []): Promise<Row[]> {
    const { rows } = await this.client.query({
      name: this.names.of(text),
      text,
      values: values.map(storable),
    });
    return rows as Row[];
  }

  async first<Row>(text: string, values: readonly PgValue[] = []): Promise<Row | undefined> {
    return (await this.all<Row>(text, values))[0];
  }

  /** The number of rows affected. */
  async run(text: string, values: readonly PgValue[] = []): Promise<number> {
    const { rowCount } = await this.client.query({
      name: this.names.of(text),
      text,
      values: values.map(storable),
    });
    return rowCount ?? 0;
  }

  /** Runs statements without values in one round trip, unprepared. */
  async script(text: string): Promise<void> {
    await this.client.query({ text });
  }

  /** Rows as bytes. The query has no values. */
  bytes(query: string): Promise<readonly BytesRow[]> {
    return copyOut(this.client, query);
  }

  /** Runs a statement without values that is not repeated. */
  async unprepared<Row>(text: string): Promise<Row[]> {
    return (await this.client.query({ text })).rows as Row[];
  }

  async begin(): Promise<Transaction> {
    const answers = (await this.client.query({
      text: 'BEGIN; SELECT pg_current_xact_id()::text AS id, pg_postmaster_start_time()::text AS server',
    })) as unknown as readonly { readonly rows: readonly Transaction[] }[];
    return answers[1]?.rows[0] ?? { id: '', server: '' };
  }
}

/** A transaction's number, and since when the server that gave it has been up. */
export interface Transaction {
  readonly id: string;
  readonly server: string;
}

/** Names of prepared statements on the server: one per text. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `mneme_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/** The server's texts cannot contain NUL; records are stored as JSON, which escapes it. */
function storable(value: PgValue): PgValue {
  if (typeof value === 'string') return value.includes('\0') ? withoutNul(value) : value;
  if (!Array.isArray(value) || typeof value[0] !== 'string') return value;
  const list = value as readonly (string | number | boolean | null | Uint8Array)[];
  return list.some((each) => typeof each === 'string' && each.includes('\0'))
    ? list.map((each) => (typeof each === 'string' ? withoutNul(each) : each))
    : value;
}

export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** The fields of a row in the server's binary format. */
type BytesRow = readonly (Buffer | null)[];

/**
 * The rows of a query as bytes. The driver reads everything else as text, in which bytes are hexadecimal digits:
 * twice the size, plus encoding and decoding. The query takes no values and must not contain input of a caller.
 * (PostgreSQL's documentation, COPY, binary format.)
 */
async function copyOut(client: PgPoolClient, query: string): Promise<readonly BytesRow[]> {
  const reader = new RowReader();
  let failed: Error | null = null;
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (wire) => {
        wire.query(`COPY (${query}) TO STDOUT (FORMAT binary)`);
        return null;
      },
      handleCopyData: ({ chunk }) => reader.take(chunk),
      handleError: (error) => {
        failed = error;
        // After an error of the server, ReadyForQuery follows; after a lost connection it never does.
        if (!('severity' in error)) reject(error);
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failed === null ? resolve() : reject(failed)),
    });
  });
  return reader.rows;
}

/** Offset of the length of the header's extension, after a signature of 11 bytes and 4 bytes of flags. */
const EXTENSION_AT = 15;

/** Parses rows from a stream split at any point. */
class RowReader {
  readonly rows: BytesRow[] = [];
  #left: Buffer = Buffer.alloc(0);
  #begun = false;

  take(chunk: Uint8Array): void {
    // Always copy: the driver reuses the buffer it passes.
    const data = Buffer.concat([this.#left, chunk]);
    let at = this.#begun ? 0 : headerEnd(data);
    this.#begun ||= at > 0;
    while (this.#begun) {
      const [row, next] = rowAt(data, at);
      if (next < 0) break;
      if (row !== null) this.rows.push(row);
      at = next;
    }
    this.#left = data.subarray(at);
  }
}

/** 0 if the header is incomplete. */
function headerEnd(data: Buffer): number {
  const extension = EXTENSION_AT + 4;
  if (data.length < extension) return 0;
  const end = extension + data.readInt32BE(EXTENSION_AT);
  return data.length < end ? 0 : end;
}

/** A row and the offset of the next; -1 if incomplete, null for the end marker, whose field count is -1. */
function rowAt(data: Buffer, from: number): readonly [BytesRow | null, number] {
  if (data.length < from + 2) return [null, -1];
  const fields = data.readInt16BE(from);
  const row: (Buffer | null)[] = [];
  let at = from + 2;
  for (let field = 0; field < fields; field++) {
    if (data.length < at + 4) return [null, -1];
    const length = data.readInt32BE(at);
    at += 4;
    if (data.length < at + length) return [null, -1];
    row.push(length < 0 ? null : data.subarray(at, at + length));
    at += Math.max(0, length);
  }
  return [fields < 0 ? null : row, at];
}

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
