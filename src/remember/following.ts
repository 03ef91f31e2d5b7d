import type { LearnedRecord } from '../domain/learned/record.js';
import type { Consequence } from '../kernel/module.js';

/** The consequences of a new memory, complete for the change. */
export interface Following extends Required<Omit<Consequence, 'records'>> {
  readonly records: readonly LearnedRecord<'module'>[];
}
