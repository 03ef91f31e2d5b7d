import type { JobState } from '../../../ports/store-derived.js';
import { parsed } from './rows.js';
import type { Session } from './session.js';

export async function readJob(
  session: Session,
  bank: number,
  name: string,
): Promise<JobState | null> {
  const row = await session.first<{ state: string }>(
    'SELECT state FROM job WHERE bank = $1 AND name = $2',
    [bank, name],
  );
  return row === undefined ? null : (parsed(`job ${name}`, row.state) as JobState);
}

/** Within the running transaction, which holds the bank: of two processes one has the work. */
export async function reviseJob(
  session: Session,
  bank: number,
  name: string,
  revise: (before: JobState | null) => JobState | null,
): Promise<JobState | null> {
  const after = revise(await readJob(session, bank, name));
  if (after === null)
    await session.run('DELETE FROM job WHERE bank = $1 AND name = $2', [bank, name]);
  else
    await session.run(
      `INSERT INTO job (bank, name, state) VALUES ($1, $2, $3)
       ON CONFLICT (bank, name) DO UPDATE SET state = excluded.state`,
      [bank, name, JSON.stringify(after)],
    );
  return after;
}
