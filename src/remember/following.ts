import type { LearnedRecord } from '../domain/learned/record.js';
import type { Consequence } from '../kernel/module.js';

/** What follows from a new memory, as its change has it. */
export interface Following extends Required<Omit<Consequence, 'records'>> {
  readonly records: readonly LearnedRecord<'module'>[];
}
