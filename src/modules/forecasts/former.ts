// What `predict`, `settle` and `forecasts` have taken in, under the names that it had in the version before.
import { z } from 'zod';
import { formerly, needed } from '../../operations/formerly.js';
import { SettleInput } from '../world-model/index.js';
import { ForecastFilter, ForecastInput } from './forecasts.js';
import { forecastsOperation, predictOperation, settleOperation } from './operations.js';

const { id, came, until } = SettleInput.shape;

export const FORMER = {
  forecast_make: formerly(predictOperation, {
    name: 'forecast_make',
    words: ['forecast', 'make'],
    positional: ['statement'],
    places: [{ method: 'POST', path: '/forecasts' }],
    input: ForecastInput,
    as: (forecast) => forecast,
  }),
  forecast_settle: formerly(settleOperation, {
    name: 'forecast_settle',
    words: ['forecast', 'settle'],
    positional: ['id'],
    places: [{ method: 'POST', path: '/forecasts/{id}/settlement' }],
    input: z.strictObject({ id, came: needed(came) }),
    as: (given) => given,
  }),
  forecast_snooze: formerly(settleOperation, {
    name: 'forecast_snooze',
    words: ['forecast', 'snooze'],
    positional: ['id'],
    places: [{ method: 'POST', path: '/forecasts/{id}/snooze' }],
    input: z.strictObject({ id, until }),
    as: (given) => ({ ...given, snooze: true }),
  }),
  forecast_list: formerly(forecastsOperation, {
    name: 'forecast_list',
    words: ['forecast', 'list'],
    positional: [],
    input: ForecastFilter.omit({ score: true }),
    as: (filter) => filter,
  }),
  forecast_score: formerly(forecastsOperation, {
    name: 'forecast_score',
    words: ['forecast', 'score'],
    positional: [],
    places: [{ method: 'GET', path: '/forecasts/score' }],
    input: z.strictObject({}),
    as: () => ({ score: true }),
  }),
};
