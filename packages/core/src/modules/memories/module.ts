import { defineModule } from '../module.js';
import { recallOperation, rememberAllOperation, rememberOperation } from './operations.js';

/** What a memory is for: to remember and to recall. The flows do the work; here they are verbs. */
export const memories = defineModule({
  name: 'memories',
  operations: {
    remember: rememberOperation,
    remember_all: rememberAllOperation,
    recall: recallOperation,
  },
});
