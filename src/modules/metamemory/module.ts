import { defineModule } from '../module.js';
import { Metamemory } from './capability.js';
import { knowsOperation, knowingOperation } from './operations.js';

/** What the bank knows about its own knowledge. */
export const metamemory = defineModule({
  name: 'metamemory',
  facade: { metamemory: Metamemory },
  operations: {
    knows: knowsOperation,
  },
  former: { knowing: knowingOperation },
});
