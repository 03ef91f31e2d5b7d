import type { Edge } from '../../../domain/graph.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import { edgeId, type Removable } from '../record-keys.js';
import type { BankRow, Dialect } from './dialect.js';
import {
  find,
  insert,
  put,
  RECORD_KINDS,
  type Columns,
  type Query,
  type RecordKind,
  type StoredRow,
} from './query.js';

export type Key = readonly [RecordKind, string];

/** The id of a record in its table. */
export function idOf({ keyOf }: Pick<Dialect, 'keyOf'>, kind: RecordKind, record: unknown): string {
  return kind === 'edge' ? keyOf(edgeId(record as Edge)) : (record as { readonly id: string }).id;
}

/**
 * A change while it is applied: the records concerned are read in one query, decided on in memory, and written with
 * one statement per kind. If a change puts a record twice, the journal keeps only the state before the change.
 */
export class ChangeDraft {
  readonly #rows = new Map<RecordKind, Map<string, StoredRow | undefined>>();
  readonly #put = new Map<RecordKind, Set<string>>();
  readonly #dropped = new Map<RecordKind, Map<string, StoredRow>>();
  readonly #images: Columns[] = [];
  readonly #kept = new Set<string>();
  readonly #taken: Columns[] = [];
  #nums: number | null;

  constructor(
    readonly dialect: Dialect,
    private readonly bank: BankRow,
    readonly sequence: number,
  ) {
    this.#nums = bank.nums ?? null;
  }

  /** The last number assigned in the recording order; null where the database does so. */
  get nums(): number | null {
    return this.#nums;
  }

  /** Reads the records that the change may touch. A record that was not read is treated as missing. */
  *read(keys: Iterable<Key>): Query<void> {
    const wanted = new Map<RecordKind, Set<string>>();
    for (const [kind, id] of keys) {
      const known = this.#of(kind);
      if (known.has(id)) continue;
      known.set(id, undefined);
      wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
    }
    for (const row of yield* find(this.bank.num, wanted)) this.#of(row.kind).set(row.id, row);
  }

  row<Kind extends RecordKind>(
    kind: Kind,
    id: string,
  ): StoredRow<JournaledRecords[Kind]> | undefined {
    return this.#of(kind).get(id) as StoredRow<JournaledRecords[Kind]> | undefined;
  }

  /** Puts a record; an existing one keeps its position, and the journal keeps its previous state. */
  put<Kind extends RecordKind>(kind: Kind, record: JournaledRecords[Kind]): void {
    const id = idOf(this.dialect, kind, record);
    const before = this.row(kind, id);
    if (before !== undefined && before.created !== this.sequence)
      this.keep(kind, id, before.record);
    if (before === undefined && this.#nums !== null) this.#nums++;
    this.place(kind, id, {
      created: this.sequence,
      num: this.#nums,
      ...before,
      record,
    });
  }

  /** Puts a row unchanged. */
  place(kind: RecordKind, id: string, row: StoredRow): void {
    this.#of(kind).set(id, row);
    this.#dropped.get(kind)?.delete(id);
    this.#put.set(kind, (this.#put.get(kind) ?? new Set()).add(id));
  }

  /** Removes a record; the complete row is stored, so that it can be restored in its old position. */
  takeAway(kind: Removable, id: string): void {
    const row = this.row(kind, id);
    if (row === undefined) return;
    this.keep(kind, id, row.record);
    if (row.record !== null)
      this.#taken.push(
        this.dialect.past.removed(this.bank.num, { ...row, kind, id, taken: this.sequence }),
      );
    this.#of(kind).set(id, undefined);
    this.#put.get(kind)?.delete(id);
    this.#dropped.set(kind, (this.#dropped.get(kind) ?? new Map<string, StoredRow>()).set(id, row));
  }

  /** Records the state before the change for the journal; null if the record did not exist. */
  keep(kind: JournaledKind, id: string, record: unknown): void {
    const key = `${kind} ${id}`;
    if (this.#kept.has(key)) return;
    this.#kept.add(key);
    this.#images.push(this.dialect.past.image(this.bank.num, this.sequence, [kind, id, record]));
  }

  /** Writes everything put, removed and recorded since the last call. */
  *write(): Query<void> {
    const bank = this.bank.num;
    for (const [kind, rows] of this.#dropped)
      yield {
        way: 'drop',
        bank,
        kind,
        rows: [...rows].map(([id, { damaged }]) => ({ id, damaged })),
      };
    for (const kind of RECORD_KINDS) {
      const rows = [...(this.#put.get(kind) ?? [])].flatMap((id) => this.#of(kind).get(id) ?? []);
      yield* put(bank, kind, rows, this.sequence);
    }
    yield* insert('journal_before', this.#images.splice(0));
    yield* insert('removed', this.#taken.splice(0));
    this.#put.clear();
    this.#dropped.clear();
  }

  #of(kind: RecordKind): Map<string, StoredRow | undefined> {
    const known = this.#rows.get(kind) ?? new Map<string, StoredRow | undefined>();
    this.#rows.set(kind, known);
    return known;
  }
}
