import { z } from 'zod';
import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import { Calibration } from './calibration.js';
import {
  ForecastFilter,
  ForecastReceipt,
  Forecasts,
  MakeForecastInput,
  SettleForecastInput,
  SnoozeForecastInput,
} from './forecasts.js';
import { renderForecast } from './view.js';

export const forecastMakeOperation = defineOperation({
  name: 'forecast_make',
  words: ['forecast', 'make'],
  summary: 'Keep that something will be so by a day, with how likely it is.',
  description:
    'Say it as it could be told afterwards. When its day comes, what was said settles it, or a person does; then it is scored.',
  input: MakeForecastInput,
  output: reversible(ForecastReceipt),
  positional: ['statement'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command:
        'mneme forecast make "The release shipped." --probability 0.7 --due 2027-03-01 --domain releases',
      shows: 'the forecast and its day',
    },
  ],
  served: { pace: 'quick' },
  verb: ['forecasting.make'],
  places: [{ method: 'POST', path: '/forecasts' }],
  asLines: renderForecast,
  run: (memory, input) => memory.forecasting.make(input),
});

export const forecastSettleOperation = defineOperation({
  name: 'forecast_settle',
  words: ['forecast', 'settle'],
  summary: 'Say how a forecast ended.',
  description: 'It goes before what talk says of it. Its Brier score is in the answer.',
  input: SettleForecastInput,
  output: reversible(ForecastReceipt),
  positional: ['id'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    { command: 'mneme forecast settle x_01h5k0c2x9w7a --came', shows: 'the outcome and its score' },
  ],
  served: { pace: 'quick' },
  verb: ['forecasting.settle'],
  places: [{ method: 'POST', path: '/forecasts/{id}/settlement' }],
  asLines: renderForecast,
  run: (memory, input) => memory.forecasting.settle(input),
});

export const forecastSnoozeOperation = defineOperation({
  name: 'forecast_snooze',
  words: ['forecast', 'snooze'],
  summary: 'Put a forecast off: nobody is reminded of it until a day.',
  description: 'Without a day, for a week. What is said meanwhile goes on settling it.',
  input: SnoozeForecastInput,
  output: reversible(ForecastReceipt),
  positional: ['id'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme forecast snooze x_01h5k0c2x9w7a --until 2027-04-01',
      shows: 'the forecast, and until when it is put off',
    },
  ],
  served: { pace: 'quick' },
  verb: ['forecasting.snooze'],
  places: [{ method: 'POST', path: '/forecasts/{id}/snooze' }],
  asLines: renderForecast,
  run: (memory, input) => memory.forecasting.snooze(input),
});

export const forecastListOperation = defineOperation({
  name: 'forecast_list',
  words: ['forecast', 'list'],
  summary: 'List forecasts: what is due first, then what is open, then what is settled.',
  description:
    'What was said since a forecast was made settles it, where it says so outright; else it waits for somebody from its day on.',
  input: ForecastFilter,
  output: Forecasts,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme forecast list --state due', shows: 'what waits to be settled' }],
  served: { pace: 'quick' },
  verb: ['forecasting.list'],
  places: [{ method: 'GET', path: '/forecasts' }],
  run: (memory, input) => memory.forecasting.list(input),
});

export const forecastScoreOperation = defineOperation({
  name: 'forecast_score',
  words: ['forecast', 'score'],
  summary: 'Tell how good forecasts were, by field.',
  description:
    'Brier score, skill beside the base rate, calibration. Predictions of the world model that were settled count, too.',
  input: z.strictObject({}),
  output: Calibration,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme forecast score', shows: 'a row for each field, and what chances meant' },
  ],
  served: { pace: 'quick' },
  verb: ['forecasting.score'],
  places: [{ method: 'GET', path: '/forecasts/score' }],
  run: (memory) => memory.forecasting.score(),
});
