import { defineModule } from '../module.js';
import { Metamemory } from './capability.js';
import { knowsOperation, resolveEntityOperation, knowingOperation } from './operations.js';

/** What the bank knows about its own knowledge. */
export const metamemory = defineModule({
  name: 'metamemory',
  facade: { metamemory: Metamemory },
  operations: {
    knows: knowsOperation,
    resolve_entity: resolveEntityOperation,
  },
  former: { knowing: knowingOperation },
});
