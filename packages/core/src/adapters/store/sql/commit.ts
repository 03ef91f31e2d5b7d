import type { Change, RemovedRecord } from '../../../domain/change.js';
import type { StoredClaim } from '../../../domain/conflict.js';
import { MnemeError } from '../../../domain/errors.js';
import { claimsOfRecord } from '../../../domain/learned/record.js';
import type { SealedValue } from '../../../domain/privacy.js';
import { namedAgain, type Removable } from '../record-keys.js';
import { dropSnapshot } from './derived.js';
import type { BankRow, Dialect, RemovedRow } from './dialect.js';
import { ChangeDraft, idOf, type Key } from './draft.js';
import { dropDerived, eraseAll } from './erase.js';
import { removedRows } from './past.js';
import { insert, raw, RECORD_KINDS, remove, type Query, type RecordKind } from './query.js';

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
  const sequence = yield* dialect.line.begin(bank, change);
  const draft = new ChangeDraft(dialect, bank, sequence);
  if (change.erasure !== null) yield* dropDerived(bank.num, change.erasure.rewritten);
  yield* draft.read(keysOf(dialect, change));
  if (change.reverts !== null) yield* bringBackAll(draft, bank.num, change);
  yield* putClaimsOf(draft, bank.num, change);
  putRecords(draft, change);
  const settings = newSettings(draft, bank, change);
  yield* draft.write();
  yield* dialect.line.end(bank, change, { sequence, nums: draft.nums, settings, token });
  if (change.removed.length > 0) {
    yield* takeAway(draft, bank.num, change.removed);
    yield* draft.write();
  }
  yield* putSealed(bank.num, change.sealed);
  yield* putDerived(bank.num, change);
  if (change.erasure !== null) yield* eraseAll(dialect, bank.num, change.erasure);
  // A snapshot contains vectors of the previous encoder.
  if (change.encoder !== null) yield* dropSnapshot(bank.num);
  return sequence;
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
  for (const [kind, id] of namedAgain(change)) yield [kind, kind === 'edge' ? keyOf(id) : id];
}

/**
 * Restores removed records that the change puts or refers to again, unchanged and in their old position in the
 * recording order.
 */
function* bringBackAll(draft: ChangeDraft, bank: number, change: Change): Query<void> {
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
function* takeAway(
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
