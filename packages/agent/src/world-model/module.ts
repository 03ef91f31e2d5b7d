import { defineModule } from '@mneme/core/modules/module.js';
import { Foresight } from './capability.js';
import { RunsCache } from './self-estimate.js';
import { FORMER, worldOperation } from './operations.js';

/** Predictions from the past: a world model, habits, competence, forecasts. */
export const worldModel = defineModule({
  name: 'foresight',
  facade: { foresight: Foresight },
  operations: {
    world: worldOperation,
  },
  former: FORMER,
  openBank: () => new RunsCache(),
});
