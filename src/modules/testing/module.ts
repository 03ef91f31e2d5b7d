import { defineModule } from '../module.js';
import { testRunOperation, testPinOperation } from './operations.js';

/** Tests of a memory: questions, and what must be true of the answers. */
export const testing = defineModule({
  name: 'testing',
  operations: {
    test_run: testRunOperation,
    test_pin: testPinOperation,
  },
});
