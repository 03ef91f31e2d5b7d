// What `world` has taken in, under the name that it had in the version before.
import { formerly, needed } from '../../operations/formerly.js';
import { worldOperation } from './operations.js';
import { WorldInput } from './world-rules.js';

export const FORMER = {
  plan: formerly(worldOperation, {
    name: 'plan',
    positional: ['goal'],
    input: WorldInput.extend({ goal: needed(WorldInput.shape.goal) }),
    as: (given) => given,
  }),
};
