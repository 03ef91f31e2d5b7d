import type { Erasure } from '@mneme/core/domain/forgetting.js';
import type { Context } from '@mneme/core/domain/graph.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { Redaction } from '@mneme/core/adapters/store/redaction.js';
import { putRows, recordOf, rowOf, ROW, type RawRow } from './rows.js';
import { markUnfinished } from './scrub.js';
import type { Session } from './session.js';
import { dropSnapshot } from '@mneme/core/adapters/store/sql/snapshots.js';
import { runQuery } from './run-query.js';
import { sweep } from './sweep.js';

/** Takes records out of every table, and names out of every text, with all that the journal kept of them. Within the running transaction. */
export async function eraseAll(session: Session, bank: number, erasure: Erasure): Promise<void> {
  const redaction = new Redaction(erasure);
  const gone = [...redaction.gone];
  const left = await belongings(session, bank, erasure.memories);
  // Why somebody changed a record, or took it back, may say what it said.
  await session.run(
    `UPDATE journal SET reason = '' WHERE bank = $1 AND (
       sequence IN (SELECT sequence FROM journal_before WHERE bank = $1 AND id = ANY($2::text[]))
       OR sequence IN (SELECT created FROM learned WHERE bank = $1 AND id = ANY($3::text[])))`,
    [bank, gone, erasure.learned],
  );
  await dropMemories(session, bank, erasure.memories);
  for (const [table, condition] of LINKED)
    await session.run(`DELETE FROM ${table} WHERE bank = $1 AND (${condition})`, [bank, gone]);
  await rename(session, bank, erasure);
  await session.run('DELETE FROM vault WHERE bank = $1 AND token = ANY($2::text[])', [
    bank,
    erasure.tokens,
  ]);
  // Noted questions name people by their stems, scattered: they are notes of use, lost at worst.
  await session.run('DELETE FROM recall_log WHERE bank = $1', [bank]);
  await dropEmpty(session, bank, 'context', left.contexts);
  await dropEmpty(session, bank, 'session', left.sessions);
  await dropTakenAway(session, bank, redaction.gone);
  await runQuery(session, dropSnapshot(bank));
  await sweep(session, bank, redaction);
  await markUnfinished(session, bank);
}

/** Records that go, and links, votes, conflicts and images that one of them has a part in. */
const LINKED = [
  ['entity', 'id = ANY($2::text[])'],
  ['learned', 'id = ANY($2::text[])'],
  ['edge', 'source = ANY($2::text[]) OR target = ANY($2::text[]) OR evidence = ANY($2::text[])'],
  ['vote', 'memory = ANY($2::text[])'],
  ['conflict', 'older = ANY($2::text[]) OR newer = ANY($2::text[])'],
  ['journal_before', 'id = ANY($2::text[])'],
] as const;

/** Before anything is put: what was made from a text that changes. */
export async function dropDerived(
  session: Session,
  bank: number,
  rewritten: readonly MemoryId[],
): Promise<void> {
  await session.run(
    `DELETE FROM embedding WHERE bank = $1 AND space <> 'multimodal'
     AND memory IN (SELECT num FROM memory WHERE bank = $1 AND id = ANY($2::text[]))`,
    [bank, rewritten],
  );
  await session.run('DELETE FROM claim WHERE bank = $1 AND memory = ANY($2::text[])', [
    bank,
    rewritten,
  ]);
}

async function belongings(
  session: Session,
  bank: number,
  memories: readonly MemoryId[],
): Promise<{ readonly contexts: string[]; readonly sessions: string[] }> {
  const rows = await session.all<{ context: string | null; session: string | null }>(
    'SELECT DISTINCT context, session FROM memory WHERE bank = $1 AND id = ANY($2::text[])',
    [bank, memories],
  );
  return {
    contexts: rows.flatMap(({ context }) => context ?? []),
    sessions: rows.flatMap((row) => row.session ?? []),
  };
}

async function dropMemories(
  session: Session,
  bank: number,
  memories: readonly MemoryId[],
): Promise<void> {
  for (const table of ['embedding', 'usage'])
    await session.run(
      `DELETE FROM ${table} WHERE bank = $1 AND memory IN (SELECT num FROM memory WHERE bank = $1 AND id = ANY($2::text[]))`,
      [bank, memories],
    );
  await session.run('DELETE FROM memory WHERE bank = $1 AND id = ANY($2::text[])', [
    bank,
    memories,
  ]);
  await session.run('DELETE FROM claim WHERE bank = $1 AND memory = ANY($2::text[])', [
    bank,
    memories,
  ]);
}

/** Names that were words of what goes; with all that the journal has of them. */
async function rename(
  session: Session,
  bank: number,
  { contexts, renamed }: Erasure,
): Promise<void> {
  const ids = contexts.map(({ id }) => id);
  const rows = await session.all<RawRow>(
    `SELECT ${ROW} FROM context WHERE bank = $1 AND id = ANY($2::text[])`,
    [bank, ids],
  );
  const names = new Map<string, string>(contexts.map(({ id, name }) => [id, name]));
  const put = rows
    .map((row) => rowOf('context', row))
    .map((row) => ({ ...row, record: named(row.record, names) }));
  await putRows(session, bank, 'context', put, 0);
  await forgetPast(session, bank, ['entity', 'context'], [...renamed, ...ids]);
}

function named(context: Context, names: ReadonlyMap<string, string>): Context {
  return { ...context, name: names.get(context.id) ?? context.name };
}

/** What only the erased memories belonged to, with its links and its past. */
async function dropEmpty(
  session: Session,
  bank: number,
  kind: 'context' | 'session',
  ids: readonly string[],
): Promise<void> {
  const rows = await session.all<{ id: string }>(
    `SELECT w.id FROM unnest($2::text[]) AS w (id)
     WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = $1 AND m.${kind} = w.id)`,
    [bank, ids],
  );
  const empty = rows.map(({ id }) => id);
  await session.run(`DELETE FROM ${kind} WHERE bank = $1 AND id = ANY($2::text[])`, [bank, empty]);
  await session.run(
    'DELETE FROM edge WHERE bank = $1 AND (source = ANY($2::text[]) OR target = ANY($2::text[]))',
    [bank, empty],
  );
  if (kind === 'session')
    await session.run('DELETE FROM working_memory WHERE bank = $1 AND session = ANY($2::text[])', [
      bank,
      empty,
    ]);
  await forgetPast(session, bank, [kind], empty);
}

/** What was taken away with undone changes and was known from what goes alone: its links, which went with it, tell. */
async function dropTakenAway(
  session: Session,
  bank: number,
  gone: ReadonlySet<string>,
): Promise<void> {
  const rows = await session.all<RawRow>(
    "SELECT id, record FROM removed WHERE bank = $1 AND kind = 'edge'",
    [bank],
  );
  const touched = new Set<string>();
  const borneOut = new Set<string>();
  for (const row of rows) {
    const { from, to, evidence } = recordOf('edge', row);
    const goes = [from, to, evidence].some((id) => gone.has(id ?? ''));
    for (const end of [from, to]) (goes ? touched : borneOut).add(end);
  }
  const entities = [...touched].filter((id) => id.startsWith('e_') && !borneOut.has(id));
  if (entities.length === 0) return;
  const unknown = await session.all<{ id: string }>(
    `SELECT w.id FROM unnest($2::text[]) AS w (id) WHERE
       NOT EXISTS (SELECT 1 FROM edge e WHERE e.bank = $1 AND e.source = w.id)
       AND NOT EXISTS (SELECT 1 FROM edge e WHERE e.bank = $1 AND e.target = w.id)`,
    [bank, entities],
  );
  await forgetPast(
    session,
    bank,
    ['entity'],
    unknown.map(({ id }) => id),
  );
}

async function forgetPast(
  session: Session,
  bank: number,
  kinds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  for (const table of ['journal_before', 'removed'])
    await session.run(
      `DELETE FROM ${table} WHERE bank = $1 AND kind = ANY($2::text[]) AND id = ANY($3::text[])`,
      [bank, kinds, ids],
    );
}
