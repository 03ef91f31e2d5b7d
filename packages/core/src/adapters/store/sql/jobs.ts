import type { JobState } from '../../../ports/store-derived.js';
import { rows, run, type Query } from './query.js';

export function* readJob(bank: number, name: string): Query<JobState | null> {
  const [row] = yield* rows<{ state: JobState }>(
    'job',
    bank,
    'SELECT name, state FROM job WHERE bank = ? AND name = ?',
    bank,
    name,
  );
  return row?.state ?? null;
}

/** Inside the running transaction: of two processes that want the same job, one sees what the other wrote. */
export function* reviseJob(
  bank: number,
  name: string,
  revise: (before: JobState | null) => JobState | null,
): Query<JobState | null> {
  const after = revise(yield* readJob(bank, name));
  if (after === null) yield* run('DELETE FROM job WHERE bank = ? AND name = ?', bank, name);
  else
    yield* run(
      `INSERT INTO job (bank, name, state) VALUES (?, ?, ?)
       ON CONFLICT (bank, name) DO UPDATE SET state = excluded.state`,
      ...[bank, name, JSON.stringify(after)],
    );
  return after;
}
