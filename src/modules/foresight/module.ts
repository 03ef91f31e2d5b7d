import { defineModule } from '../module.js';
import { Foresight } from './capability.js';
import { KeptRuns } from './kept-runs.js';
import {
  planOperation,
  predictOperation,
  observeOperation,
  worldOperation,
  anticipateOperation,
  beliefsOperation,
} from './operations.js';

/** What will happen, as far as the past shows: a world model, habits, competence, predictions. */
export const foresight = defineModule({
  name: 'foresight',
  facade: { foresight: Foresight },
  operations: {
    plan: planOperation,
    predict: predictOperation,
    observe: observeOperation,
    world: worldOperation,
    anticipate: anticipateOperation,
    beliefs_to_revise: beliefsOperation,
  },
  openBank: () => new KeptRuns(),
});
