import { defineModule } from '../module.js';
import { Foresight } from './capability.js';
import { KeptRuns } from './kept-runs.js';
import {
  simulateOperation,
  planOperation,
  predictOperation,
  observeOperation,
  worldOperation,
  introspectOperation,
  anticipateOperation,
  sourceOperation,
  beliefsOperation,
} from './operations.js';

/** What will happen, as far as the past shows: a world model, habits, competence, predictions. */
export const foresight = defineModule({
  name: 'foresight',
  facade: { foresight: Foresight },
  operations: {
    simulate: simulateOperation,
    plan: planOperation,
    predict: predictOperation,
    observe: observeOperation,
    world: worldOperation,
    introspect: introspectOperation,
    anticipate: anticipateOperation,
    source: sourceOperation,
    beliefs_to_revise: beliefsOperation,
  },
  openBank: () => new KeptRuns(),
});
