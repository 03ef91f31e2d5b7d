import { defineModule } from '../module.js';
import { Testing } from './capability.js';
import {
  recallAccuracyOperation,
  testOperation,
  testPinOperation,
  testRunOperation,
} from './operations.js';

/** Tests of a memory: questions, and requirements on the answers. */
export const testing = defineModule({
  name: 'testing',
  facade: { testing: Testing },
  operations: {
    test: testOperation,
  },
  former: {
    test_run: testRunOperation,
    test_pin: testPinOperation,
    recall_accuracy: recallAccuracyOperation,
  },
});
