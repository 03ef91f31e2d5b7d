import { defineModule } from '../module.js';
import { recallOperation, rememberAllOperation, rememberOperation } from './operations.js';

/** The core verbs remember and recall, on top of the flows that implement them. */
export const memories = defineModule({
  name: 'memories',
  operations: {
    remember: rememberOperation,
    remember_all: rememberAllOperation,
    recall: recallOperation,
  },
});
