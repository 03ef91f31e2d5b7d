import { z } from 'zod';
import { AnticipateInput, Anticipation } from './anticipate.js';
import { BeliefToRevise, RevisionInput } from '../metamemory/sources.js';
import { ObserveInput, ObserveReceipt } from './observe.js';
import { ActionPlan, PlanActionsInput } from './plan-actions.js';
import { PredictInput, PredictionReceipt, WorldRules } from './simulate.js';
import { defineOperation } from '../../operations/operation.js';
import {
  renderActionPlan,
  renderPrediction,
  renderObserved,
  renderWorld,
  renderAnticipation,
  renderBeliefs,
} from './view.js';

export const planOperation = defineOperation({
  name: 'plan',
  summary: 'Find the shortest way that probably leads to a goal.',
  description:
    'By what was observed of actions: what to do now, what each action that can be done is worth, and how likely the goal is reached. Keeps nothing.',
  input: PlanActionsInput,
  output: ActionPlan,
  positional: ['goal'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme plan "order: delivered" --domain shop --context "card: expired"',
      shows: 'what to do first, and the steps after it',
    },
    {
      command: `mneme plan "order: delivered" --domain shop --tried '[{"action":"submit the order","context":["card: expired"]}]'`,
      shows: 'what else is worth doing after a refusal',
    },
  ],
  verb: ['foresight.plan'],
  places: [{ method: 'POST', path: '/world/plan' }],
  asLines: renderActionPlan,
  run: (memory, input) => memory.foresight.plan(input),
});

export const predictOperation = defineOperation({
  name: 'predict',
  summary: 'Keep an expectation, to be held against what comes.',
  description:
    'State and chance are what memory foretells, unless they are given. `observe` settles it.',
  input: PredictInput,
  output: PredictionReceipt,
  positional: ['action'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme predict "deploy on Friday" --state "the build fails" --probability 0.3',
      shows: 'the id to settle it by',
    },
  ],
  served: { pace: 'quick' },
  verb: ['foresight.predict'],
  places: [{ method: 'POST', path: '/world/predictions' }],
  asLines: renderPrediction,
  run: (memory, input) => memory.foresight.predict(input),
});

export const observeOperation = defineOperation({
  name: 'observe',
  summary:
    'Take in what was seen: what an action led to, how a task went, what somebody did, what became of a prediction.',
  description:
    'The world model, the self model, habits and predictions learn from it; all parts of one call are one change.',
  input: ObserveInput,
  output: ObserveReceipt,
  positional: [],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: `mneme observe --transition '{"action":"submit the order","context":["card: expired"],"state":["declined"],"domain":"shop"}'`,
      shows: 'what memory would have foretold',
    },
    {
      command: `mneme observe --task '{"capability":"sql queries","success":true,"difficulty":"hard"}'`,
      shows: 'the rate of success, with its interval',
    },
    {
      command: `mneme observe --doing '{"entity":"Ana","doing":"asks for a summary"}'`,
      shows: 'how expected that was',
    },
  ],
  served: { pace: 'quick' },
  verb: ['foresight.observe'],
  places: [{ method: 'POST', path: '/world/observations' }],
  asLines: renderObserved,
  run: (memory, input) => memory.foresight.observe(input),
});

export const worldOperation = defineOperation({
  name: 'world',
  summary: 'List the rules of the world that were learned.',
  description:
    'Each with its conditions, how reliable it is, a 95 % interval, and what else came of it.',
  input: z.strictObject({
    domain: z.string().trim().min(1).max(300).optional().describe('Only of this field.'),
  }),
  output: WorldRules,
  positional: ['domain'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme world shop', shows: 'what leads to what in the shop' }],
  served: { pace: 'quick' },
  verb: ['foresight.world', 'domain'],
  places: [{ method: 'GET', path: '/world' }],
  asLines: renderWorld,
  run: (memory, { domain }) => memory.foresight.world(domain),
});

export const anticipateOperation = defineOperation({
  name: 'anticipate',
  summary: 'Tell what a goal still lacks, or what somebody will do next.',
  description:
    'For a goal: knowledge, skills and resources that are missing, with what to do about each, and how feasible it is. For a user, system or service: the likeliest next doings, and when they are active.',
  input: AnticipateInput,
  output: Anticipation,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme anticipate --goal g_01h5k0c2x9w7a', shows: 'what stands in the way' },
    { command: 'mneme anticipate --entity Ana', shows: 'what she tends to do next' },
  ],
  served: { pace: 'quick' },
  verb: ['foresight.anticipate'],
  asLines: renderAnticipation,
  run: (memory, input) => memory.foresight.anticipate(input),
});

export const beliefsOperation = defineOperation({
  name: 'beliefs_to_revise',
  words: ['beliefs'],
  summary: 'List opinions that should be looked at again.',
  description:
    'Those with three memories against them, a confidence below 0.3, or recorded more than a year ago.',
  input: RevisionInput,
  output: z.array(BeliefToRevise),
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme beliefs --floor 0.4', shows: 'what is less sure than that, too' }],
  served: { pace: 'quick' },
  verb: ['opinions.toRevise'],
  places: [{ method: 'GET', path: '/beliefs/to-revise' }],
  asLines: renderBeliefs,
  run: (memory, input) => memory.opinions.toRevise(input),
});
