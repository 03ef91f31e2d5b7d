import { defineModule } from '../module.js';
import {
  learnOperation,
  strategiesOperation,
  strategyOutcomeOperation,
  strategiesCompressOperation,
} from './operations.js';

/** What works: lessons learned from runs, and which apply to a task. */
export const strategies = defineModule({
  name: 'strategies',
  operations: {
    learn: learnOperation,
    strategies: strategiesOperation,
    strategy_outcome: strategyOutcomeOperation,
    strategies_compress: strategiesCompressOperation,
  },
});
