import { defineModule } from '@mneme/core/modules/module.js';
import { Foresight } from './capability.js';
import { KeptRuns } from './past-runs.js';
import { FORMER, worldOperation } from './operations.js';

/** What will happen, as far as the past shows: a world model, habits, competence, predictions. */
export const foresight = defineModule({
  name: 'foresight',
  facade: { foresight: Foresight },
  operations: {
    world: worldOperation,
  },
  former: FORMER,
  openBank: () => new KeptRuns(),
});
