import type { PurposeSample } from '../../../domain/purpose-history.js';
import type { Instant } from '../../../domain/time.js';
import { soundRows } from './sound-rows.js';
import type { Connection } from './connection.js';

export function readPurposeSamples(
  connection: Connection,
  bank: number,
  basis: string,
): PurposeSample[] {
  const rows = connection
    .statement(
      'SELECT at, alignment, memories FROM purpose_sample WHERE bank = ? AND basis = ? ORDER BY at',
    )
    .all(bank, basis);
  return soundRows<PurposeSample>(connection, 'purpose_sample', bank, rows);
}

/** Inside the running transaction. Of two samples of one moment the later one counts. */
export function writePurposeSamples(
  connection: Connection,
  bank: number,
  basis: string,
  added: readonly PurposeSample[],
  dropped: readonly Instant[],
): void {
  for (const at of dropped)
    connection
      .statement('DELETE FROM purpose_sample WHERE bank = ? AND basis = ? AND at = ?')
      .run(bank, basis, at);
  for (const { at, alignment, memories } of added) {
    connection
      .statement(
        'INSERT OR REPLACE INTO purpose_sample (bank, basis, at, alignment, memories) VALUES (?, ?, ?, ?, ?)',
      )
      .run(bank, basis, at, alignment, memories);
  }
}
