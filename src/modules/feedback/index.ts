import { defineModule } from '../module.js';
import { raiseByVotes } from './raise.js';

/** What people and agents say of results teaches later recalls. */
export const feedback = defineModule({ name: 'feedback', raise: raiseByVotes });

export { reportMetaMemory } from './report-metamemory.js';
