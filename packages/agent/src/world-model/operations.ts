import { renderWorld } from './view.js';
import { World, WorldInput } from './world-rules.js';
import {
  defineOperation,
  deprecatedVerb,
  requiredField,
} from '@mneme/core/operations/operation.js';

export const worldOperation = defineOperation({
  name: 'world',
  summary: 'List the rules of the world that were learned, or find the way to a goal by them.',
  description:
    'Each with its conditions, how reliable it is, a 95 % interval, and what else came of it. With a goal: what to do now, what each action that can be done is worth, and how likely the goal is reached. Keeps nothing.',
  input: WorldInput,
  output: World,
  positional: ['domain'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme world shop', shows: 'what leads to what in the shop' },
    {
      command: 'mneme world shop --goal "order: delivered" --context "card: expired"',
      shows: 'what to do first, and the steps after it',
    },
    {
      command: `mneme world shop --goal "order: delivered" --tried '[{"action":"submit the order","context":["card: expired"]}]'`,
      shows: 'what else is worth doing after a refusal',
    },
  ],
  verb: ['foresight.world'],
  places: [
    {
      method: 'GET',
      path: '/world',
      without: Object.keys(WorldInput.omit({ domain: true }).shape),
    },
    { method: 'POST', path: '/world/plan', called: 'world_way' },
  ],
  asLines: renderWorld,
  run: (memory, input) => memory.foresight.world(input),
});

// Former name of a verb that was merged into `world`.

export const FORMER = {
  plan: deprecatedVerb(worldOperation, {
    name: 'plan',
    positional: ['goal'],
    input: WorldInput.extend({ goal: requiredField(WorldInput.shape.goal) }),
    as: (given) => given,
  }),
};
