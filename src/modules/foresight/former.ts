// What `world` has taken in, under the name that it had in the version before.
import { formerly } from '../../operations/formerly.js';
import { worldOperation } from './operations.js';
import { WorldInput } from './world-rules.js';

export const FORMER = {
  plan: formerly(worldOperation, {
    name: 'plan',
    positional: ['goal'],
    input: WorldInput.extend({
      goal: WorldInput.shape.goal.unwrap().describe('What is to hold in the end, all of it.'),
    }),
    as: (given) => given,
  }),
};
