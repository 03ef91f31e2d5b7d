import { copyOut, type BytesRow } from './copy-out.js';
import type { PgPoolClient, PgValue } from './postgres-database.js';

/** One connection while a call uses it. */
export class Session {
  constructor(
    private readonly client: PgPoolClient,
    private readonly names: StatementNames,
    private readonly entered: WeakMap<PgPoolClient, number>,
  ) {}

  /** Whose rows the server shows from here on: the second wall, beside `bank = $1` in every statement. */
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

  /** How many rows it touched. */
  async run(text: string, values: readonly PgValue[] = []): Promise<number> {
    const { rowCount } = await this.client.query({
      name: this.names.of(text),
      text,
      values: values.map(storable),
    });
    return rowCount ?? 0;
  }

  /** Statements without values, in one go, unprepared. */
  async script(text: string): Promise<void> {
    await this.client.query({ text });
  }

  /** Rows of bytes. The query has no values. */
  bytes(query: string): Promise<readonly BytesRow[]> {
    return copyOut(this.client, query);
  }

  /** A statement without values that is asked once. */
  async unprepared<Row>(text: string): Promise<Row[]> {
    return (await this.client.query({ text })).rows as Row[];
  }

  /** Begins a transaction, and returns the number that the server knows it by. */
  async begin(): Promise<string> {
    const answers = (await this.client.query({
      text: 'BEGIN; SELECT pg_current_xact_id()::text AS id',
    })) as unknown as readonly { readonly rows: readonly { readonly id: string }[] }[];
    return answers[1]?.rows[0]?.id ?? '';
  }
}

/** Names under which the server keeps statements planned: each text has one. */
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

/** The server's texts hold no NUL; records are kept as JSON, which writes it with other signs. */
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
