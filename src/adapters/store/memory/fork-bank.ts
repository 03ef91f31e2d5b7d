import { MnemeError } from '../../../domain/errors.js';
import type { Change } from '../../../domain/change.js';
import type { BankName } from '../../../domain/ids.js';
import { PORTABLE_TYPES } from '../../../domain/portable.js';
import type { CommitOptions } from '../../../ports/store.js';
import { BankData } from './bank-data.js';
import { atOnce } from '../../../domain/turns.js';
import { applyChange } from './commit.js';
import { assertEmpty, putOne } from './load-bank.js';
import type { Opened } from './opened.js';
import { portableRecords } from './portable.js';

/** Founds a bank as a copy of another and applies a change to it; within one write. */
export function forkBank(
  opened: Opened,
  name: BankName,
  change: Change,
  { expectedSequence }: CommitOptions,
): number {
  const source = opened.bank(name);
  const { sequence } = source.head;
  if (expectedSequence !== undefined && sequence !== expectedSequence)
    throw new MnemeError('conflict', `Bank ${name} moved on to change ${sequence}.`, {
      hint: 'Read again and repeat.',
    });
  assertEmpty(opened, change.bank);
  const copy = new BankData(opened.ledger, change.bank, change.at, source.head);
  for (const type of PORTABLE_TYPES)
    for (const [at, record] of portableRecords(source, type).entries()) {
      const [refused] = putOne(opened, copy, record, at);
      if (refused !== undefined) throw new RangeError(`a ${type} of ${name}: ${refused.message}`);
    }
  copy.snapshot = source.snapshot;
  opened.banks.set(change.bank, copy);
  return atOnce(applyChange(copy, change, {}, opened));
}
