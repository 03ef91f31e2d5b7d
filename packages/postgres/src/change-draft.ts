import type { JournaledKind, JournaledRecords } from '@mneme/core/domain/reversal.js';
import { dropRows, putRows, rowOf, rowsByKey } from './rows.js';
import type { Session } from './session.js';
import { idOf, keyOf, RECORD_KINDS, type RecordKind, type StoredRow } from './stored-tables.js';

type Key = readonly [RecordKind, string];

/**
 * A change while it is applied: what it touches is read in one look, decided on in memory, and written with one statement a kind.
 * The journal keeps the first that a change replaces of a record: it may put one twice.
 */
export class ChangeDraft {
  readonly #rows = new Map<RecordKind, Map<string, StoredRow | undefined>>();
  readonly #put = new Map<RecordKind, Set<string>>();
  readonly #dropped = new Map<RecordKind, Set<string>>();
  readonly #before = new Map<string, unknown>();
  readonly #taken: (readonly [RecordKind, string, StoredRow])[] = [];
  readonly #images = new Map<string, readonly [JournaledKind, string, string | null]>();

  constructor(
    readonly session: Session,
    readonly bank: number,
    readonly sequence: number,
    /** The last place in the bank's order of recording that was given. */
    public nums: number,
  ) {}

  /** Reads what the change may touch. What it touches without having been read is taken as not there. */
  async read(keys: Iterable<Key>): Promise<void> {
    const wanted = new Map<RecordKind, Set<string>>();
    for (const [kind, id] of keys) {
      const known = this.#of(kind);
      if (known.has(id)) continue;
      known.set(id, undefined);
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
    }
    for (const raw of await rowsByKey(this.session, this.bank, wanted)) {
      const row = rowOf(raw.kind, raw);
      this.#of(raw.kind).set(raw.id, row);
      this.#before.set(`${raw.kind} ${raw.id}`, row.record);
    }
  }

  row<Kind extends RecordKind>(
    kind: Kind,
    id: string,
  ): StoredRow<JournaledRecords[Kind]> | undefined {
    return this.#of(kind).get(id) as StoredRow<JournaledRecords[Kind]> | undefined;
  }

  /** A record as it was when the change began. */
  foundBefore<Kind extends RecordKind>(kind: Kind, id: string): JournaledRecords[Kind] | undefined {
    return this.#before.get(`${kind} ${id}`) as JournaledRecords[Kind] | undefined;
  }

  /** Puts a record in its old place, when it has one, and then the journal keeps what it was. */
  put<Kind extends RecordKind>(kind: Kind, record: JournaledRecords[Kind]): void {
    const id = idOf(kind, record);
    const before = this.row(kind, id);
    if (before !== undefined && before.created !== this.sequence)
      this.keep(kind, id, before.record);
    this.place(kind, {
      num: before?.num ?? ++this.nums,
      created: before?.created ?? this.sequence,
      record,
    });
  }

  /** Puts a row as it is. */
  place(kind: RecordKind, row: StoredRow): void {
    const id = idOf(kind, row.record);
    this.#of(kind).set(id, row);
    this.#dropped.get(kind)?.delete(id);
    this.#put.set(kind, (this.#put.get(kind) ?? new Set()).add(id));
  }

  drop(kind: RecordKind, id: string): void {
    this.#of(kind).set(id, undefined);
    this.#put.get(kind)?.delete(id);
    this.#dropped.set(kind, (this.#dropped.get(kind) ?? new Set()).add(id));
  }

  /** Keeps a whole row that goes, to come back in its old place. */
  takenAway(kind: RecordKind, id: string, row: StoredRow): void {
    this.#taken.push([kind, id, row]);
  }

  /** Keeps what a record was before the change; null for what was not there. */
  keep(kind: JournaledKind, id: string, image: unknown): void {
    const key = `${kind} ${id}`;
    if (this.#images.has(key)) return;
    this.#images.set(key, [kind, keyOf(id), image === null ? null : JSON.stringify(image)]);
  }

  /** Writes what was put, dropped and kept since the last time. */
  async write(): Promise<void> {
    const { session, bank } = this;
    for (const [kind, ids] of this.#dropped) await dropRows(session, bank, kind, [...ids]);
    for (const kind of RECORD_KINDS) {
      const rows = [...(this.#put.get(kind) ?? [])].flatMap((id) => this.#of(kind).get(id) ?? []);
      await putRows(session, bank, kind, rows, this.sequence);
    }
    const images = [...this.#images.values()];
    if (images.length > 0)
      await session.run(
        `INSERT INTO journal_before (bank, sequence, kind, id, image)
         SELECT $1::integer, $2::bigint, t.* FROM unnest($3::text[], $4::text[], $5::text[]) AS t
         ON CONFLICT DO NOTHING`,
        [bank, this.sequence, ...[0, 1, 2].map((at) => images.map((image) => image[at] ?? null))],
      );
    await this.#writeTaken();
    this.#put.clear();
    this.#dropped.clear();
  }

  async #writeTaken(): Promise<void> {
    const taken = this.#taken.splice(0);
    if (taken.length === 0) return;
    await this.session.run(
      `INSERT INTO removed (bank, taken, kind, id, num, created, record)
       SELECT $1::integer, $2::bigint, t.* FROM unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[]) AS t`,
      [
        this.bank,
        this.sequence,
        taken.map(([kind]) => kind),
        taken.map(([, id]) => id),
        taken.map(([, , { num }]) => num),
        taken.map(([, , { created }]) => created),
        taken.map(([, , { record }]) => JSON.stringify(record)),
      ],
    );
  }

  #of(kind: RecordKind): Map<string, StoredRow | undefined> {
    const known = this.#rows.get(kind);
    if (known !== undefined) return known;
    const rows = new Map<string, StoredRow | undefined>();
    this.#rows.set(kind, rows);
    return rows;
  }
}
