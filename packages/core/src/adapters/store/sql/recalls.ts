import type { RecallRecord, RecollectionId } from '../../../domain/feedback.js';
import type { Columns } from './database.js';
import { rows, run, type Query } from './query.js';

/** Inside the running transaction. A recall stored again becomes the latest; `keep` of them stay. */
export function* writeRecalls(
  bank: number,
  recalls: readonly RecallRecord[],
  keep: number,
  { names, values }: Columns<RecallRecord>,
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
  { names, read }: Columns<RecallRecord>,
): Query<RecallRecord | null> {
  const [row] = yield* rows<object>(
    'recall_log',
    bank,
    `SELECT id, ${names.join(', ')} FROM recall_log WHERE bank = ? AND id = ?`,
    ...[bank, id],
  );
  return row === undefined ? null : read(row);
}
