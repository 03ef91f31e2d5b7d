import type { StoredClaim } from '@mneme/core/domain/conflict.js';
import type { SessionId } from '@mneme/core/domain/ids.js';
import type { JournaledKind } from '@mneme/core/domain/reversal.js';
import type { Redaction } from '@mneme/core/adapters/store/redaction.js';
import { readApiKeys, writeApiKey } from '@mneme/core/adapters/store/sql/api-keys.js';
import { DIALECT } from './dialect.js';
import { runQuery } from './run-query.js';
import { dropClaims, putClaims } from './claims.js';
import { parsed, putRows, recordOf, dropRows, type RawRow } from './rows.js';
import type { Session } from './session.js';
import { idOf, RECORD_KINDS, type RecordKind } from './stored-tables.js';

/** Rows read at once. */
const PAGE = 1_000;

/** Takes the names out of all text of a bank that stays, and what tells of a record that goes. Within the running transaction. */
export async function sweep(session: Session, bank: number, redaction: Redaction): Promise<void> {
  for (const kind of RECORD_KINDS) await sweepRecords(session, bank, kind, redaction);
  await sweepPast(session, bank, redaction);
  await sweepClaims(session, bank, redaction);
  await sweepLines(session, bank, redaction);
  await sweepNotes(session, bank, redaction);
  await sweepAccess(session, redaction);
}

async function sweepRecords(
  session: Session,
  bank: number,
  kind: RecordKind,
  redaction: Redaction,
): Promise<void> {
  const changed = kind === 'learned' ? ', changed' : '';
  for (let after = 0; ;) {
    const rows = await session.all<RawRow & { readonly changed?: number }>(
      `SELECT id, num, created, record${changed} FROM ${kind} WHERE bank = $1 AND num > $2 ORDER BY num LIMIT ${PAGE}`,
      [bank, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)?.num ?? after;
    const swept = rows.flatMap((row) => {
      const before = recordOf(kind, row);
      const record = redactedRecord(kind, before, redaction);
      return record === before ? [] : [{ ...row, record }];
    });
    // A link is called by its label.
    const renamed = swept.filter(({ id, record }) => idOf(kind, record) !== id);
    await dropRows(
      session,
      bank,
      kind,
      renamed.map(({ id }) => id),
    );
    await putRows(session, bank, kind, onePerName(kind, swept), 0);
  }
}

/** Two links that differed by the name alone are one. */
function onePerName<Row extends { readonly record: unknown }>(
  kind: RecordKind,
  rows: readonly Row[],
): Row[] {
  return [...new Map(rows.map((row) => [idOf(kind, row.record), row])).values()];
}

function redactedRecord<Record>(kind: RecordKind, record: Record, redaction: Redaction): Record {
  if (kind !== 'vote') return redaction.of(record);
  const { need, ...rest } = record as { need: Parameters<Redaction['withoutStems']>[0] };
  return { ...redaction.of(rest), need: redaction.withoutStems(need) } as Record;
}

interface ImageRow {
  readonly kind: JournaledKind;
  readonly image: string;
}

async function sweepPast(session: Session, bank: number, redaction: Redaction): Promise<void> {
  for (const [table, column, key] of [
    ['journal_before', 'image', 'sequence'],
    ['removed', 'record', 'taken'],
  ] as const) {
    const rows = await session.all<ImageRow & { readonly id: string; readonly at: number }>(
      `SELECT kind, id, ${key} AS at, ${column} AS image FROM ${table} WHERE bank = $1 AND ${column} IS NOT NULL`,
      [bank],
    );
    for (const { kind, id, at, image } of rows) {
      const before = parsed(`what ${kind} ${id} was before`, image);
      const where = `bank = $1 AND kind = $2 AND id = $3 AND ${key} = $4`;
      const values = [bank, kind, id, at];
      if (redaction.tellsOfGone(before)) {
        await session.run(`DELETE FROM ${table} WHERE ${where}`, values);
        continue;
      }
      const after = redaction.of(before);
      if (after !== before)
        await session.run(`UPDATE ${table} SET ${column} = $5 WHERE ${where}`, [
          ...values,
          JSON.stringify(after),
        ]);
    }
  }
}

async function sweepClaims(session: Session, bank: number, redaction: Redaction): Promise<void> {
  const claims = await session.all<StoredClaim>(
    'SELECT key, memory, claim FROM claim WHERE bank = $1',
    [bank],
  );
  const named = claims.filter((claim) => redaction.of(claim) !== claim);
  await dropClaims(session, bank, named);
  await putClaims(
    session,
    bank,
    named.map((claim) => redaction.of(claim)),
  );
}

async function sweepLines(session: Session, bank: number, redaction: Redaction): Promise<void> {
  const lines = await session.all<{ sequence: number; actor: string; reason: string }>(
    'SELECT sequence, actor, reason FROM journal WHERE bank = $1',
    [bank],
  );
  for (const line of lines) {
    const { sequence, actor, reason } = redaction.of(line);
    if (actor !== line.actor || reason !== line.reason)
      await session.run(
        'UPDATE journal SET actor = $3, reason = $4 WHERE bank = $1 AND sequence = $2',
        [bank, sequence, actor, reason],
      );
  }
}

/** What is only noted goes when it tells of them. */
async function sweepNotes(session: Session, bank: number, redaction: Redaction): Promise<void> {
  const working = await session.all<{ session: SessionId; data: string }>(
    'SELECT session, data FROM working_memory WHERE bank = $1',
    [bank],
  );
  for (const note of working)
    if (redaction.isTold(parsed(`working memory of ${note.session}`, note.data)))
      await session.run('DELETE FROM working_memory WHERE bank = $1 AND session = $2', [
        bank,
        note.session,
      ]);
}

/** What is of no bank, and may tell of anybody. */
async function sweepAccess(session: Session, redaction: Redaction): Promise<void> {
  for (const key of await runQuery(session, readApiKeys(DIALECT.keys))) {
    const after = redaction.of(key);
    if (after !== key) await runQuery(session, writeApiKey(after, DIALECT.keys));
  }
  const replies = await session.all<{ owner: string; key: string; body: string }>(
    'SELECT owner, key, request, body FROM reply',
  );
  for (const reply of replies)
    if (redaction.isTold(reply))
      await session.run('DELETE FROM reply WHERE owner = $1 AND key = $2', [
        reply.owner,
        reply.key,
      ]);
}
