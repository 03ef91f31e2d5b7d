import { Redaction } from '@mneme/core/adapters/store/sql/erase.js';
import { readApiKeys, writeApiKey } from '@mneme/core/adapters/store/sql/parts.js';
import { idOf } from '@mneme/core/adapters/store/sql/commit.js';
import {
  insert,
  placed,
  put,
  raw,
  RECORD_KINDS,
  remove,
  run,
  type Query,
  type RecordKind,
} from '@mneme/core/adapters/store/sql/query.js';
import type { StoredClaim } from '@mneme/core/domain/validity.js';
import type { Erasure } from '@mneme/core/domain/forgetting-and-merging.js';
import type { JournaledKind } from '@mneme/core/domain/change.js';
import { CLAIMS, KEYS } from './dialect.js';
import { keyOf, parsed } from './layout.js';

/** Rows per page. */
const PAGE = 1_000;

/**
 * Removes names from all remaining text of a bank, and whatever refers to erased records. Within the running
 * transaction.
 */
export function* sweep(bank: number, erasure: Erasure): Query<void> {
  const redaction = new Redaction(erasure);
  for (const kind of RECORD_KINDS) yield* sweepRecords(bank, kind, redaction);
  yield* sweepPast(bank, redaction);
  yield* sweepClaims(bank, redaction);
  yield* sweepLines(bank, redaction);
  yield* sweepNotes(bank, redaction);
}

function* sweepRecords(bank: number, kind: RecordKind, redaction: Redaction): Query<void> {
  const changed = new Map<string, number>();
  if (kind === 'learned')
    for (const row of yield* raw<{ id: string; changed: number }>(
      'SELECT id, changed FROM learned WHERE bank = ?',
      bank,
    ))
      changed.set(row.id, row.changed);
  for (let after = 0; ;) {
    const rows = yield* placed(
      kind,
      bank,
      `${kind} WHERE bank = ? AND num > ? ORDER BY num LIMIT ${PAGE}`,
      ...[bank, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.num ?? after;
    const swept = rows.flatMap((row) => {
      const record = redactedRecord(kind, row.record, redaction);
      const was = idOf({ keyOf }, kind, row.record);
      return record === row.record ? [] : [{ ...row, record, was, changed: changed.get(was) ?? 0 }];
    });
    // The label is part of an edge's id; two edges that differed only by the name become one.
    const called = new Map(swept.map((row) => [idOf({ keyOf }, kind, row.record), row]));
    const renamed = swept.filter(({ was, record }) => idOf({ keyOf }, kind, record) !== was);
    if (renamed.length > 0)
      yield { way: 'drop', bank, kind, rows: renamed.map(({ was: id }) => ({ id })) };
    yield* put(bank, kind, [...called.values()], 0);
  }
}

function redactedRecord<Record>(kind: RecordKind, record: Record, redaction: Redaction): Record {
  if (kind !== 'vote') return redaction.of(record);
  const { need, ...rest } = record as { need: Parameters<Redaction['withoutStems']>[0] };
  return { ...redaction.of(rest), need: redaction.withoutStems(need) } as Record;
}

interface ImageRow {
  readonly kind: JournaledKind;
  readonly id: string;
  readonly at: number;
  readonly image: string;
}

function* sweepPast(bank: number, redaction: Redaction): Query<void> {
  for (const [table, column, key] of [
    ['journal_before', 'image', 'sequence'],
    ['removed', 'record', 'taken'],
  ] as const) {
    const rows = yield* raw<ImageRow>(
      `SELECT kind, id, ${key} AS at, ${column} AS image FROM ${table} WHERE bank = ? AND ${column} IS NOT NULL`,
      bank,
    );
    for (const { kind, id, at, image } of rows) {
      const before = parsed(`what ${kind} ${id} was before`, image);
      const where = `bank = ? AND kind = ? AND id = ? AND ${key} = ?`;
      if (redaction.tellsOfGone(before)) {
        yield* run(`DELETE FROM ${table} WHERE ${where}`, bank, kind, id, at);
        continue;
      }
      const after = redaction.of(before);
      if (after !== before)
        yield* run(
          `UPDATE ${table} SET ${column} = ? WHERE ${where}`,
          ...[JSON.stringify(after), bank, kind, id, at],
        );
    }
  }
}

function* sweepClaims(bank: number, redaction: Redaction): Query<void> {
  const claims = yield* raw<StoredClaim>(
    'SELECT key, memory, claim FROM claim WHERE bank = ?',
    bank,
  );
  const named = claims.filter((claim) => redaction.of(claim) !== claim);
  yield* remove(
    'claim',
    named.map((claim) => CLAIMS.claimKey(bank, claim)),
  );
  yield* insert(
    'claim',
    named.map((claim) => CLAIMS.claim(bank, redaction.of(claim))),
  );
}

function* sweepLines(bank: number, redaction: Redaction): Query<void> {
  const lines = yield* raw<{ sequence: number; actor: string; reason: string }>(
    'SELECT sequence, actor, reason FROM journal WHERE bank = ?',
    bank,
  );
  for (const line of lines) {
    const { sequence, actor, reason } = redaction.of(line);
    if (actor !== line.actor || reason !== line.reason)
      yield* run(
        'UPDATE journal SET actor = ?, reason = ? WHERE bank = ? AND sequence = ?',
        ...[actor, reason, bank, sequence],
      );
  }
}

/** Deletes notes that mention them; notes that belong to no bank may mention anybody. */
function* sweepNotes(bank: number, redaction: Redaction): Query<void> {
  const working = yield* raw<{ session: string; data: string }>(
    'SELECT session, data FROM working_memory WHERE bank = ?',
    bank,
  );
  for (const { session, data } of working)
    if (redaction.isTold(parsed(`working memory of ${session}`, data)))
      yield* run('DELETE FROM working_memory WHERE bank = ? AND session = ?', bank, session);
  for (const key of yield* readApiKeys(KEYS)) {
    const after = redaction.of(key);
    if (after !== key) yield* writeApiKey(after, KEYS);
  }
  const replies = yield* raw<{ owner: string; key: string; body: string }>(
    'SELECT owner, key, request, body FROM reply',
  );
  for (const reply of replies)
    if (redaction.isTold(reply))
      yield* run('DELETE FROM reply WHERE owner = ? AND key = ?', reply.owner, reply.key);
}
