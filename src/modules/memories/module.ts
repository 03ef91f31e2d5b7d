import { defineModule } from '../module.js';
import { recallOperation } from './operations/recall.js';
import { rememberAllOperation, rememberOperation } from './operations/remember.js';

/** What a memory is for: to remember and to recall. The flows do the work; here they are verbs. */
export const memories = defineModule({
  name: 'memories',
  operations: {
    remember: rememberOperation,
    remember_all: rememberAllOperation,
    recall: recallOperation,
  },
});
