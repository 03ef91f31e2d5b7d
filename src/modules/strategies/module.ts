import { defineModule } from '../module.js';
import { Strategies } from './capability.js';
import {
  learnOperation,
  strategiesOperation,
  strategyOutcomeOperation,
  strategiesCompressOperation,
} from './operations.js';

/** What works: lessons learned from runs, and which apply to a task. */
export const strategies = defineModule({
  name: 'strategies',
  facade: { strategies: Strategies },
  operations: {
    learn: learnOperation,
    strategies: strategiesOperation,
    strategy_outcome: strategyOutcomeOperation,
    strategies_compress: strategiesCompressOperation,
  },
});
