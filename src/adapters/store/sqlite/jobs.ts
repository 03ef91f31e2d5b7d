import type { JobState } from '../../../ports/store-derived.js';
import type { Connection } from './connection.js';
import { soundRow } from './sound-rows.js';

export function readJob(connection: Connection, bank: number, name: string): JobState | null {
  const row = connection
    .statement('SELECT name, state FROM job WHERE bank = ? AND name = ?')
    .get(bank, name);
  return soundRow<{ state: JobState }>(connection, 'job', bank, row)?.state ?? null;
}

/** Inside the running transaction: of two processes that want the same job, one sees what the other wrote. */
export function reviseJob(
  connection: Connection,
  bank: number,
  name: string,
  revise: (before: JobState | null) => JobState | null,
): JobState | null {
  const after = revise(readJob(connection, bank, name));
  if (after === null)
    connection.statement('DELETE FROM job WHERE bank = ? AND name = ?').run(bank, name);
  else
    connection
      .statement('INSERT OR REPLACE INTO job (bank, name, state) VALUES (?, ?, ?)')
      .run(bank, name, JSON.stringify(after));
  return after;
}
