import { defineModule } from '@mneme/core/modules/module.js';
import { Strategies } from './capability.js';
import { compressLessons } from './abstraction.js';
import { FORMER, learnOperation, strategiesOperation } from './operations.js';

/** What works: lessons learned from runs, and which apply to a task. */
export const strategies = defineModule({
  name: 'strategies',
  facade: { strategies: Strategies },
  operations: { learn: learnOperation, strategies: strategiesOperation },
  former: FORMER,
  onIdle: [compressLessons],
});
