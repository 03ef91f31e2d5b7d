import { dropSnapshot } from './derived.js';
import type { BankRow, Dialect, RemovedRow } from './dialect.js';
import { dropDerived, eraseAll } from './erase.js';
import {
  type Columns,
  edgeId,
  find,
  insert,
  put,
  type Query,
  raw,
  RECORD_KINDS,
  type RecordKind,
  referredRecords,
  type Removable,
  remove,
  run,
  type StoredRow,
} from './query.js';
import { removedRows } from './read.js';
import type {
  Change,
  JournaledKind,
  JournaledRecords,
  RemovedRecord,
  StoredTerms,
} from '../../../domain/change.js';
import { carriedOut } from '../../../domain/access.js';
import { MnemeError } from '../../../domain/errors.js';
import type { Edge } from '../../../domain/graph.js';
import { claimsOfRecord } from '../../../domain/learned-record.js';
import type { SealedValue } from '../../../domain/privacy.js';
import type { StoredClaim } from '../../../domain/validity.js';
import { currentClaim } from '../../../ports/request-claim.js';

type Key = readonly [RecordKind, string];

/** The id of a record in its table. */
export function idOf({ keyOf }: Pick<Dialect, 'keyOf'>, kind: RecordKind, record: unknown): string {
  return kind === 'edge' ? keyOf(edgeId(record as Edge)) : (record as { readonly id: string }).id;
}

/**
 * A change while it is applied: the records concerned are read in one query, decided on in memory, and written with
 * one statement per kind. If a change puts a record twice, the journal keeps only the state before the change.
 */
class ChangeDraft {
  readonly #rows = new Map<RecordKind, Map<string, StoredRow | undefined>>();
  readonly #put = new Map<RecordKind, Set<string>>();
  readonly #dropped = new Map<RecordKind, Map<string, StoredRow>>();
  readonly #images: Columns[] = [];
  readonly #kept = new Set<string>();
  readonly #taken: Columns[] = [];
  readonly #readings: ReadonlyMap<string, StoredTerms>;
  #nums: number | null;

  constructor(
    readonly dialect: Dialect,
    private readonly bank: BankRow,
    readonly sequence: number,
    readings: readonly StoredTerms[] = [],
  ) {
    this.#nums = bank.nums ?? null;
    this.#readings = new Map(readings.map((reading) => [reading.memory, reading]));
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
      ...(kind === 'memory' ? { reading: this.#readings.get(id) } : {}),
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

/**
 * Applies one change within the running transaction, which holds the bank's lock, and returns its number. `token`
 * identifies the change if the outcome of the commit is not received.
 */
export function* applyChange(
  dialect: Dialect,
  bank: BankRow,
  change: Change,
  token: string | null = null,
): Query<number> {
  yield* claimRequest();
  const sequence = yield* dialect.line.begin(bank, change);
  const { together, apart } = readingsOf(dialect, change);
  const draft = new ChangeDraft(dialect, bank, sequence, together);
  if (change.erasure !== null) yield* dropDerived(bank.num, change.erasure.rewritten);
  yield* draft.read(keysOf(dialect, change));
  if (change.reverts !== null) yield* restoreRemoved(draft, bank.num, change);
  yield* putClaimsOf(draft, bank.num, change);
  putRecords(draft, change);
  const settings = newSettings(draft, bank, change);
  yield* draft.write();
  yield* dialect.line.end(bank, change, { sequence, nums: draft.nums, settings, token });
  if (change.removed.length > 0) {
    yield* removeRecords(draft, bank.num, change.removed);
    yield* draft.write();
  }
  yield* putSealed(bank.num, change.sealed);
  yield* putDerived(bank.num, { readings: apart, embeddings: change.embeddings });
  if (change.erasure !== null) yield* eraseAll(dialect, bank.num, change.erasure);
  // A snapshot contains vectors of the previous encoder.
  if (change.encoder !== null) yield* dropSnapshot(bank.num);
  return sequence;
}

/** Notes with the change that its request is carried out. Throws `conflict` if another run of the request did that. */
export function* claimRequest(): Query<void> {
  const claim = currentClaim();
  if (claim === null) return;
  const { owner, key, request, status, body, at, since } = claim;
  const claimed = yield* run(
    `INSERT INTO reply (owner, key, request, status, body, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, key) DO UPDATE SET request = excluded.request, status = excluded.status, body = excluded.body, at = excluded.at
     WHERE reply.body = excluded.body OR reply.at < ?`,
    ...[owner, key, request, status, body, at, since],
  );
  if (claimed === 0) throw carriedOut();
}

/** Readings that are put with their memories, and those that are put after them. */
function readingsOf(
  { termsInRow }: Dialect,
  { memories, readings }: Change,
): { readonly together: readonly StoredTerms[]; readonly apart: readonly StoredTerms[] } {
  if (termsInRow !== true) return { together: [], apart: readings };
  const put = new Set(memories.map(({ id }) => id));
  return {
    together: readings.filter(({ memory }) => put.has(memory)),
    apart: readings.filter(({ memory }) => !put.has(memory)),
  };
}

/** Writes what was derived from the texts of memories. */
export function* putDerived(
  bank: number,
  { readings, embeddings }: Pick<Change, 'readings' | 'embeddings'>,
): Query<void> {
  if (readings.length > 0 || embeddings.length > 0)
    yield { way: 'derived', bank, readings, embeddings };
}

/** The records that a change puts, by kind. */
const PUT: { readonly [Kind in RecordKind]: (change: Change) => readonly unknown[] } = {
  session: ({ sessions }) => sessions,
  context: ({ contexts }) => contexts,
  goal: ({ goals }) => goals,
  vote: ({ votes }) => votes,
  conflict: ({ conflicts }) => conflicts,
  learned: ({ learned }) => learned,
  entity: ({ entities }) => entities,
  memory: ({ memories }) => memories,
  edge: ({ edges }) => edges,
};

function* keysOf(dialect: Dialect, change: Change): Generator<Key> {
  for (const kind of RECORD_KINDS)
    for (const record of PUT[kind](change)) yield [kind, idOf(dialect, kind, record)];
  for (const edge of change.removedEdges) yield ['edge', idOf(dialect, 'edge', edge)];
  for (const { kind, id } of change.removed) yield [kind, id];
  if (change.reverts !== null) yield* namedKeys(dialect, change);
}

/** Sessions and contexts keep the fields they were created with. */
const ONCE: ReadonlySet<RecordKind> = new Set<RecordKind>(['session', 'context']);

function putRecords(draft: ChangeDraft, change: Change): void {
  for (const kind of RECORD_KINDS) {
    if (kind === 'edge')
      for (const edge of change.removedEdges)
        draft.takeAway('edge', idOf(draft.dialect, 'edge', edge));
    for (const record of PUT[kind](change))
      if (!ONCE.has(kind) || draft.row(kind, idOf(draft.dialect, kind, record)) === undefined)
        draft.put(kind, record as never);
  }
}

/** Replaces the claims that a learned record attributes to memories. An unreadable record has no known claims. */
function* putClaimsOf(draft: ChangeDraft, bank: number, change: Change): Query<void> {
  const before = change.learned.flatMap(({ id }) =>
    claimsOfRecord(draft.row('learned', id)?.record ?? undefined),
  );
  yield* dropClaims(draft.dialect, bank, before);
  yield* putClaims(draft.dialect, bank, [
    ...[...new Map(change.learned.map((each) => [each.id, each])).values()].flatMap(claimsOfRecord),
    ...change.claims,
  ]);
}

export function* putClaims(
  { claim }: Dialect,
  bank: number,
  claims: readonly StoredClaim[],
): Query<void> {
  yield* insert(
    'claim',
    claims.map((each) => claim(bank, each)),
  );
}

function* dropClaims(
  { claimKey }: Dialect,
  bank: number,
  claims: readonly StoredClaim[],
): Query<void> {
  yield* remove(
    'claim',
    claims.map((each) => claimKey(bank, each)),
  );
}

/** Throws `conflict` for a value that is already sealed. */
export function* putSealed(bank: number, values: readonly SealedValue[]): Query<void> {
  const put = yield* insert(
    'vault',
    values.map(({ token, kind, print, sealed }) => ({ bank, token, kind, print, sealed })),
  );
  if (put < values.length)
    throw new MnemeError('conflict', 'A value of this change is sealed already.', {
      field: 'sealed',
    });
}

/** The journal keeps the previous settings, as of any record; unset fields stay unset in the image. */
function newSettings(draft: ChangeDraft, bank: BankRow, { settings }: Change): string | null {
  if (settings === null) return null;
  draft.keep('bank', bank.name, bank.settings);
  return JSON.stringify({ ...bank.settings, ...settings });
}

/** Records that the change puts or refers to, and that may have been removed before. */
function* namedKeys({ keyOf }: Dialect, change: Change): Generator<readonly [Removable, string]> {
  for (const [kind, id] of referredRecords(change)) yield [kind, kind === 'edge' ? keyOf(id) : id];
}

/**
 * Restores removed records that the change puts or refers to again, unchanged and in their old position in the
 * recording order.
 */
function* restoreRemoved(draft: ChangeDraft, bank: number, change: Change): Query<void> {
  const missing = new Set<string>();
  for (const [kind, id] of namedKeys(draft.dialect, change))
    if (draft.row(kind, id) === undefined) missing.add(`${kind} ${id}`);
  if (missing.size === 0) return;
  const ids = [...missing].map((key) => key.slice(key.indexOf(' ') + 1));
  const kept = new Map<string, RemovedRow>();
  for (const row of yield* removedRows(draft.dialect, bank, 'AND r.id IN ?', ids)) {
    const key = `${row.kind} ${row.id}`;
    const known = kept.get(key)?.taken ?? -1;
    // Prefer the row removed by the undone change, else the latest.
    const first = row.taken === change.reverts || (known !== change.reverts && row.taken > known);
    if (missing.has(key) && first) kept.set(key, row);
  }
  for (const row of kept.values()) {
    draft.keep(row.kind, row.id, null);
    draft.place(row.kind, row.id, { ...row, back: true });
  }
  yield* remove(
    'removed',
    [...kept.values()].map((row) => removedKey(draft.dialect, bank, row)),
  );
}

/** The key columns of a removed row. */
function removedKey({ past }: Dialect, bank: number, row: RemovedRow) {
  const {
    record: _record,
    row: _row,
    num: _num,
    created: _created,
    ...key
  } = past.removed(bank, row);
  return key;
}

/** Which ids are an end of an edge. */
const BY_EDGE = ['source', 'target']
  .map((end) => `SELECT e.${end} AS id FROM edge e WHERE e.bank = ? AND e.${end} IN ?`)
  .join(' UNION ');

/**
 * By kind, the query for shared records that are still referred to by anything not undone; each memory of a context
 * has an edge to it.
 */
const NAMED: Readonly<Record<RemovedRecord['kind'], string | null>> = {
  entity: BY_EDGE,
  context: BY_EDGE,
  session: `SELECT DISTINCT m.session AS id FROM memory m WHERE m.bank = ? AND m.session IN ? AND NOT {undone}`,
  vote: null,
  conflict: null,
};

/** Removes complete records; an entity, context or session stays while anything else refers to it. */
function* removeRecords(
  draft: ChangeDraft,
  bank: number,
  removed: readonly RemovedRecord[],
): Query<void> {
  for (const kind of Object.keys(NAMED) as RemovedRecord['kind'][]) {
    const ids = removed.filter((each) => each.kind === kind).map(({ id }) => id);
    const sql = NAMED[kind];
    if (ids.length === 0) continue;
    const named =
      sql === null
        ? []
        : yield* raw<{ id: string }>(
            sql,
            ...(sql === BY_EDGE ? [bank, ids, bank, ids] : [bank, ids]),
          );
    const stays = new Set(named.map(({ id }) => id));
    for (const id of ids) if (!stays.has(id)) draft.takeAway(kind, id);
  }
}
