import type { LearnedRecord } from '../domain/learned/record.js';
import type { Worth } from '../domain/receipt.js';
import type { Consequence } from '../kernel/module.js';

/** The consequences of a new memory, complete for the change. */
export interface Following extends Required<Omit<Consequence, 'records' | 'worth'>> {
  readonly records: readonly LearnedRecord<'module'>[];
  readonly worth: Worth | null;
}
