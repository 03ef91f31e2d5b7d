import type { LearnedId } from '@mneme/core/domain/ids.js';
import { defineModule } from '@mneme/core/modules/module.js';
import { FORECAST, RemindedForecasts } from './forecast.js';
import { forecastsOperation, FORMER, predictOperation, settleOperation } from './operations.js';

/** Predictions, of actions or for a day, and their outcomes. */
export const forecasts = defineModule({
  name: 'forecasts',
  operations: {
    predict: predictOperation,
    settle: settleOperation,
    forecasts: forecastsOperation,
  },
  former: FORMER,
  records: [FORECAST],
  openBank: (opened) => new RemindedForecasts(opened),
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] =>
      typeof body.value['statement'] === 'string' && names(body.value['statement']) ? [id] : [],
    ),
});
