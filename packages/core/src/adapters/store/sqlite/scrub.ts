import type { Connection } from './connection.js';
import { isBusy, translateSqliteError } from './sqlite-errors.js';

const PAUSE_MS = 50;

/** The change of the last unfinished erasure. */
function lastUnfinished(connection: Connection): number | null {
  const { last } = connection
    .statement('SELECT max(sequence) AS last FROM unfinished_erasure')
    .get() as { last: number | null };
  return last;
}

/**
 * Finishes erasures: rewrites the file, so that no deleted data is left in free pages, half-empty pages or the log.
 * Returns false if another process still reads the previous state and the log could not be emptied. Then, or if it
 * throws, it must be run again.
 */
export async function scrub(connection: Connection, waitMs: number): Promise<boolean> {
  const last = await connection.write(() => {
    const waiting = lastUnfinished(connection);
    // Merged segments of the index may still contain words that no text has.
    if (waiting !== null)
      connection.statement("INSERT INTO memory_text (memory_text) VALUES ('rebuild')").run();
    return waiting;
  });
  // Another process finished the erasure first.
  if (last === null) return true;
  const clean =
    (await patiently(connection, waitMs, () => writeAnew(connection))) &&
    (connection.path === ':memory:' ||
      (await patiently(connection, waitMs, () => emptyLog(connection))));
  // Data erased meanwhile belongs to a later change.
  if (clean)
    await connection.write(() =>
      connection.statement('DELETE FROM unfinished_erasure WHERE sequence <= ?').run(last),
    );
  return clean;
}

function writeAnew({ database }: Connection): boolean {
  // The rewritten data may be larger than the machine's memory.
  database.exec('PRAGMA temp_store = DEFAULT');
  try {
    database.exec('VACUUM');
  } finally {
    database.exec('PRAGMA temp_store = MEMORY');
  }
  return true;
}

function emptyLog({ database }: Connection): boolean {
  const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  return row.busy === 0;
}

/** Retries until it succeeds or the time is over; then throws the last failure, or returns false. */
async function patiently(
  connection: Connection,
  waitMs: number,
  work: () => boolean,
): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      // Never rewrite in the middle of a change.
      const done = await connection.readWhole(null, () => busyAsFalse(work));
      if (done === true || performance.now() > deadline) return done === true;
    } catch (error) {
      throw translateSqliteError(error, connection.path);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function busyAsFalse(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
