import { defineModule } from '@mneme/core/modules/module.js';
import { Metamemory } from './capability.js';
import {
  creditOperation,
  knowingOperation,
  knowsOperation,
  metamemoryOperation,
  prioritiesOperation,
  syncCompetenceOperation,
} from './operations.js';

/** What the bank knows about its own knowledge. */
export const metamemory = defineModule({
  name: 'metamemory',
  facade: { metamemory: Metamemory },
  operations: { knows: knowsOperation },
  former: {
    metamemory: metamemoryOperation,
    knowing: knowingOperation,
    credit: creditOperation,
    competence_sync: syncCompetenceOperation,
    learning_priorities: prioritiesOperation,
  },
});
