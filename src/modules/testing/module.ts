import { defineModule } from '../module.js';
import { Testing } from './capability.js';
import { recallAccuracyOperation } from './former.js';
import { testRunOperation, testPinOperation } from './operations.js';

/** Tests of a memory: questions, and what must be true of the answers. */
export const testing = defineModule({
  name: 'testing',
  facade: { testing: Testing },
  operations: {
    test_run: testRunOperation,
    test_pin: testPinOperation,
  },
  former: { recall_accuracy: recallAccuracyOperation },
});
