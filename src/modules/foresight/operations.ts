import { z } from 'zod';
import { SourceReport } from '../metamemory/sources.js';
import { defineOperation } from '../../operations/operation.js';
import { renderSource, renderWorld } from './view.js';
import { World, WorldInput } from './world-rules.js';

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

export const sourceOperation = defineOperation({
  name: 'source',
  summary: 'Tell how the bank came by a memory: observed, inferred, told or imagined.',
  description:
    'With how far that source is to be believed, by its kind and by votes, and whether its evidence disagrees about it.',
  input: z.strictObject({ id: z.string().describe('The memory, as in m_01h5k0c2x9w7a.') }),
  output: SourceReport,
  positional: ['id'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme source m_01h5k0c2x9w7a', shows: 'told by Priya' }],
  served: { pace: 'quick' },
  verb: ['metamemory.source', 'id'],
  places: [{ method: 'GET', path: '/memories/{id}/source' }],
  asLines: renderSource,
  run: (memory, { id }) => memory.metamemory.source(id),
});
