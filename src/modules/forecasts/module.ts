import type { LearnedId } from '../../domain/ids.js';
import { defineModule } from '../module.js';
import { Forecasting } from './capability.js';
import { FORECAST } from './forecast.js';
import { RemindedForecasts } from './remind.js';
import {
  forecastMakeOperation,
  forecastSettleOperation,
  forecastSnoozeOperation,
  forecastListOperation,
  forecastScoreOperation,
} from './operations.js';

/** Forecasts that have their day, and are scored when it comes. */
export const forecasts = defineModule({
  name: 'forecasts',
  facade: { forecasting: Forecasting },
  operations: {
    forecast_make: forecastMakeOperation,
    forecast_settle: forecastSettleOperation,
    forecast_snooze: forecastSnoozeOperation,
    forecast_list: forecastListOperation,
    forecast_score: forecastScoreOperation,
  },
  records: [FORECAST],
  openBank: (opened) => new RemindedForecasts(opened),
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] =>
      typeof body.value['statement'] === 'string' && names(body.value['statement']) ? [id] : [],
    ),
});
