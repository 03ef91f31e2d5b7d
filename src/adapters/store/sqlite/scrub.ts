import type { Connection } from './connection.js';
import { isBusy, translateSqliteError } from './sqlite-errors.js';

const PAUSE_MS = 50;

/**
 * Writes the file anew, so that nothing of what was deleted is left in free pages, half-empty pages or the log. Returns false when
 * another process still reads the state before, and the log could not be emptied.
 */
export async function scrub(connection: Connection, waitMs: number): Promise<boolean> {
  const { database, path } = connection;
  await connection.write(() => {
    // Merged lists of words may still hold words that no text has.
    connection.statement("INSERT INTO memory_text (memory_text) VALUES ('rebuild')").run();
  });
  await patiently(connection, waitMs, () => {
    // What is rewritten may be larger than the memory of the machine.
    database.exec('PRAGMA temp_store = DEFAULT');
    database.exec('VACUUM');
    database.exec('PRAGMA temp_store = MEMORY');
    return true;
  });
  if (path === ':memory:') return true;
  return patiently(connection, waitMs, () => {
    const row = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    return row.busy === 0;
  });
}

/** Tries until it works or the time is over; then the last failure is told, or false. */
async function patiently(
  connection: Connection,
  waitMs: number,
  work: () => boolean,
): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      const done = connection.read(() => busyAsFalse(work));
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
