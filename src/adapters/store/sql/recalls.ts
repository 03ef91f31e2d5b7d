import type { RecallRecord, RecollectionId } from '../../../domain/feedback.js';
import { rows, run, type Query, type SqlValue } from './query.js';

/** How a store lays out a recall besides its bank and id. */
export interface RecallColumns {
  readonly names: readonly string[];
  readonly values: (recall: RecallRecord) => readonly SqlValue[];
  readonly read: (row: Readonly<Record<string, unknown>>) => RecallRecord;
}

/** Inside the running transaction. A recall stored again becomes the latest; `keep` of them stay. */
export function* writeRecalls(
  bank: number,
  recalls: readonly RecallRecord[],
  keep: number,
  { names, values }: RecallColumns,
): Query<void> {
  const ids = recalls.map(({ id }) => id);
  if (ids.length > 0) yield* run('DELETE FROM recall_log WHERE bank = ? AND id IN ?', bank, ids);
  for (const recall of new Map(recalls.map((each) => [each.id, each])).values())
    yield* run(
      `INSERT INTO recall_log (bank, id, ${names.join(', ')}) VALUES (?, ?${', ?'.repeat(names.length)})`,
      ...[bank, recall.id, ...values(recall)],
    );
  yield* run(
    'DELETE FROM recall_log WHERE bank = ? AND num <= (SELECT num FROM recall_log WHERE bank = ? ORDER BY num DESC LIMIT 1 OFFSET ?)',
    ...[bank, bank, keep],
  );
}

export function* readRecall(
  bank: number,
  id: RecollectionId,
  { names, read }: RecallColumns,
): Query<RecallRecord | null> {
  const [row] = yield* rows<Readonly<Record<string, unknown>>>(
    'recall_log',
    bank,
    `SELECT id, ${names.join(', ')} FROM recall_log WHERE bank = ? AND id = ?`,
    ...[bank, id],
  );
  return row === undefined ? null : read(row);
}
