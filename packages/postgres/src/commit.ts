import type { Change } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { claimsOfRecord } from '@mneme/core/domain/learned/record.js';
import type { CommitOptions } from '@mneme/core/ports/store.js';
import { edgeId } from '@mneme/core/adapters/store/edge-id.js';
import { ChangeDraft } from './change-draft.js';
import { dropClaims, putClaims } from './claims.js';
import type { Connection } from './connection.js';
import { putEmbeddings, putReadings } from './derived-rows.js';
import { dropDerived, eraseAll } from './erase.js';
import { bankRow, settingsOf, type BankRow } from './read.js';
import { bringBackAll, namedKeys, takeAway } from './removed.js';
import type { Session } from './session.js';
import { dropSnapshot } from '@mneme/core/adapters/store/sql/snapshots.js';
import { runQuery } from './run-query.js';
import { idOf, keyOf, type RecordKind } from './stored-tables.js';
import { putSealed } from './vault.js';

/** Applies one change within the running transaction, which holds the bank, and returns its sequence number. */
export async function applyChange(
  connection: Connection,
  session: Session,
  bank: BankRow,
  change: Change,
  { token, ...options }: CommitOptions & { readonly token: string },
): Promise<number> {
  assertExpected(bank, options);
  const sequence = bank.sequence + 1;
  const draft = new ChangeDraft(session, bank.num, sequence, bank.nums);
  if (change.erasure !== null) await dropDerived(session, bank.num, change.erasure.rewritten);
  await draft.read(keysOf(change));
  if (change.reverts !== null) await bringBackAll(draft, change);
  putRecords(draft, change);
  const settings = newSettings(draft, bank, change);
  await putClaimsOf(draft, change);
  await draft.write();
  await writeLine(connection, draft, bank, change, { settings, token });
  if (change.removed.length > 0) {
    await takeAway(draft, change.removed);
    await draft.write();
  }
  await putSealed(session, bank.num, change.sealed);
  await putReadings(session, bank.num, change.readings);
  await putEmbeddings(session, bank.num, change.embeddings);
  if (change.erasure !== null) await eraseAll(session, bank.num, change.erasure);
  // A snapshot holds vectors of the encoder before.
  if (change.encoder !== null) await runQuery(session, dropSnapshot(bank.num));
  return sequence;
}

/** Throws `conflict` where the bank moved on. */
export function assertExpected(bank: BankRow, { expectedSequence }: CommitOptions): void {
  if (expectedSequence === undefined || expectedSequence === bank.sequence) return;
  throw new MnemeError(
    'conflict',
    `Bank ${bank.name} moved on from change ${expectedSequence} to ${bank.sequence}.`,
    { hint: 'Read again and repeat.' },
  );
}

function* keysOf(change: Change): Generator<readonly [RecordKind, string]> {
  for (const kind of Object.keys(PUT) as (keyof typeof PUT)[])
    for (const record of PUT[kind](change)) yield [kind, idOf(kind, record)];
  for (const edge of change.removedEdges) yield ['edge', keyOf(edgeId(edge))];
  for (const { kind, id } of change.removed) yield [kind, id];
  if (change.reverts !== null) yield* namedKeys(change);
}

/** The records that a change puts, by kind, in the order in which they get their places: what others name comes before them. */
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

/** Sessions and contexts keep what they were first told to be. */
const ONCE: ReadonlySet<RecordKind> = new Set<RecordKind>(['session', 'context']);

function putRecords(draft: ChangeDraft, change: Change): void {
  for (const kind of Object.keys(PUT) as RecordKind[]) {
    if (kind === 'edge')
      for (const edge of change.removedEdges) removeEdge(draft, keyOf(edgeId(edge)));
    for (const record of PUT[kind](change))
      if (!ONCE.has(kind) || draft.row(kind, idOf(kind, record)) === undefined)
        draft.put(kind, record as never);
  }
}

function removeEdge(draft: ChangeDraft, id: string): void {
  const row = draft.row('edge', id);
  if (row === undefined) return;
  draft.keep('edge', id, row.record);
  draft.takenAway('edge', id, row);
  draft.drop('edge', id);
}

/** What a record has memories claim is claimed as long as it stands. */
async function putClaimsOf(draft: ChangeDraft, change: Change): Promise<void> {
  const before = change.learned.flatMap(({ id }) =>
    claimsOfRecord(draft.foundBefore('learned', id)),
  );
  await dropClaims(draft.session, draft.bank, before);
  await putClaims(draft.session, draft.bank, [
    ...change.learned.flatMap((record) => claimsOfRecord(record)),
    ...change.claims,
  ]);
}

/** The journal keeps what the settings were, as it does of every record; what was never set stays unset in the image, too. */
function newSettings(draft: ChangeDraft, bank: BankRow, { settings }: Change): string | null {
  if (settings === null) return null;
  const kept = settingsOf(bank);
  draft.keep('bank', bank.name, kept);
  return JSON.stringify({ ...kept, ...settings });
}

/** The line of the journal, how far the bank is with it, and word to all who follow. */
async function writeLine(
  { channel }: Connection,
  { session, sequence, nums }: ChangeDraft,
  bank: BankRow,
  { at, verb, actor, reason, reverts, encoder }: Change,
  { settings, token }: { readonly settings: string | null; readonly token: string },
): Promise<void> {
  await session.all(
    `WITH line AS (
       INSERT INTO journal (bank, sequence, at, verb, actor, reason, reverts, token) VALUES ($1, $2, $3, $4, $5, $6, $7, $13)
     )
     UPDATE bank SET sequence = $2, nums = $8, encoder = coalesce($9, encoder), settings = coalesce($10, settings)
     WHERE num = $1 RETURNING pg_notify($11, $12)`,
    [
      bank.num,
      sequence,
      at,
      verb,
      actor,
      reason,
      reverts,
      nums,
      encoder,
      settings,
      channel,
      `${bank.num} ${sequence}`,
      token,
    ],
  );
}

/** Whether a change of this token is in, once nobody holds the bank any more: asked where the end of its transaction was not heard. */
export async function hasArrived(
  session: Session,
  name: Change['bank'],
  sequence: number,
  token: string,
): Promise<boolean> {
  const { num } = await bankRow(session, name, 'FOR NO KEY UPDATE');
  await session.enter(num);
  const line = await session.first<{ token: string | null }>(
    'SELECT token FROM journal WHERE bank = $1 AND sequence = $2',
    [num, sequence],
  );
  return line?.token === token;
}
