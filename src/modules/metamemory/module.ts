import { defineModule } from '../module.js';
import { Metamemory } from './capability.js';
import { creditOperation, prioritiesOperation, syncCompetenceOperation } from './former.js';
import { knowingOperation, knowsOperation, metamemoryOperation } from './operations.js';

/** What the bank knows about its own knowledge. */
export const metamemory = defineModule({
  name: 'metamemory',
  facade: { metamemory: Metamemory },
  operations: {
    knows: knowsOperation,
    metamemory: metamemoryOperation,
  },
  former: {
    knowing: knowingOperation,
    credit: creditOperation,
    competence_sync: syncCompetenceOperation,
    learning_priorities: prioritiesOperation,
  },
});
