import { z } from 'zod';
import {
  ForecastFilter,
  ForecastInput,
  Forecasts,
  PredictInput,
  PredictionReceipt,
  Settled,
} from './forecasts.js';
import { SettleInput } from '../world-model/index.js';
import { renderMoved } from '../world-model/view.js';
import { reversible } from '@mneme/core/domain/change.js';
import { bad, bold, dim, good, moment, percent } from '@mneme/core/format/style.js';
import {
  defineOperation,
  deprecatedVerb,
  requiredField,
} from '@mneme/core/operations/operation.js';

function renderPrediction({ id, state, probability, due }: PredictionReceipt): string {
  const what = state.length === 0 ? 'nobody knows' : state.join(', ');
  const by = due === null ? '' : ` by ${moment(due)}`;
  return `${bold(id)}: ${what}, ${percent(probability)}${by}.\n${dim(`Settle it: mneme settle ${id} --came, or --no-came.`)}`;
}

function renderSettled(settled: Settled): string {
  const { came, probability, beliefs, promoted, experience, snoozedUntil } = settled;
  if (snoozedUntil !== null) return `Put off until ${moment(snoozedUntil)}.`;
  return [
    `${came === true ? good('It came') : bad('It did not come')}; the chance told was ${percent(probability)}.`,
    ...beliefs.map(renderMoved),
    ...(promoted === null
      ? []
      : [`${good('A fact by now')}: ${promoted.rule} ${dim(promoted.id)}`]),
    ...(experience === null ? [] : [dim(`Kept as ${experience}.`)]),
  ].join('\n');
}

export const predictOperation = defineOperation({
  name: 'predict',
  summary: 'Keep an expectation: what an action leads to, or what will be so by a day.',
  description:
    'Of an action, state and chance are what memory foretells, unless they are given. A statement has a chance and a day, when what was said settles it, or a person does.',
  input: PredictInput,
  output: reversible(PredictionReceipt),
  positional: ['action'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme predict "deploy on Friday" --state "the build fails" --probability 0.3',
      shows: 'the id to settle it by',
    },
    {
      command:
        'mneme predict --statement "The release shipped." --probability 0.7 --due 2027-03-01',
      shows: 'the forecast and its day',
    },
  ],
  served: { pace: 'quick' },
  verb: ['foresight.predict'],
  places: [{ method: 'POST', path: '/world/predictions' }],
  asLines: renderPrediction,
  run: (memory, input) => memory.foresight.predict(input),
});

export const settleOperation = defineOperation({
  name: 'settle',
  summary: 'Hold an expectation against what came, or put it off.',
  description:
    'What it leaned on is strengthened or weakened, the world model learns, a failure is kept as an experience, and a rule that is sure enough becomes a fact. Of a forecast it goes before what talk says of it; put off, nobody is reminded of it for a week, or until a day.',
  input: SettleInput,
  output: reversible(Settled),
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    { command: 'mneme settle p_01h5k0c2x9w7a --came', shows: 'the beliefs that moved' },
    { command: 'mneme settle x_01h5k0c2x9w7a --no-came', shows: 'the outcome and its score' },
    { command: 'mneme settle x_01h5k0c2x9w7a --snooze', shows: 'until when it is put off' },
  ],
  served: { pace: 'quick' },
  verb: ['foresight.settle'],
  places: [{ method: 'POST', path: '/world/predictions/{id}/outcome' }],
  asLines: renderSettled,
  run: (memory, input) => memory.foresight.settle(input),
});

export const forecastsOperation = defineOperation({
  name: 'forecasts',
  summary: 'List what was predicted: what is due first, then what is open, then what is settled.',
  description:
    'What was said since a forecast was made settles it, where it says so outright; else it waits for somebody from its day on. `score` tells how good they were: Brier score, skill beside the base rate, calibration.',
  input: ForecastFilter,
  output: Forecasts,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme forecasts --state due', shows: 'what waits to be settled' },
    { command: 'mneme forecasts --score', shows: 'a row for each field, and what chances meant' },
  ],
  served: { pace: 'quick' },
  verb: ['foresight.forecasts'],
  places: [{ method: 'GET', path: '/forecasts' }],
  run: (memory, input) => memory.foresight.forecasts(input),
});

// Former names of verbs that were merged into `predict`, `settle` and `forecasts`.

const { id, came, until } = SettleInput.shape;

export const FORMER = {
  forecast_make: deprecatedVerb(predictOperation, {
    name: 'forecast_make',
    words: ['forecast', 'make'],
    positional: ['statement'],
    places: [{ method: 'POST', path: '/forecasts' }],
    input: ForecastInput,
    as: (forecast) => forecast,
  }),
  forecast_settle: deprecatedVerb(settleOperation, {
    name: 'forecast_settle',
    words: ['forecast', 'settle'],
    positional: ['id'],
    places: [{ method: 'POST', path: '/forecasts/{id}/settlement' }],
    input: z.strictObject({ id, came: requiredField(came) }),
    as: (given) => given,
  }),
  forecast_snooze: deprecatedVerb(settleOperation, {
    name: 'forecast_snooze',
    words: ['forecast', 'snooze'],
    positional: ['id'],
    places: [{ method: 'POST', path: '/forecasts/{id}/snooze' }],
    input: z.strictObject({ id, until }),
    as: (given) => ({ ...given, snooze: true }),
  }),
  forecast_list: deprecatedVerb(forecastsOperation, {
    name: 'forecast_list',
    words: ['forecast', 'list'],
    positional: [],
    input: ForecastFilter.omit({ score: true }),
    as: (filter) => filter,
  }),
  forecast_score: deprecatedVerb(forecastsOperation, {
    name: 'forecast_score',
    words: ['forecast', 'score'],
    positional: [],
    places: [{ method: 'GET', path: '/forecasts/score' }],
    input: z.strictObject({}),
    as: () => ({ score: true }),
  }),
};
