import { defineModule } from '../module.js';
import { raiseByVotes } from './raise.js';

/** Votes by people and agents on results improve later recalls. */
export const feedback = defineModule({ name: 'feedback', raise: raiseByVotes });

export { reportMetaMemory } from './report-metamemory.js';
