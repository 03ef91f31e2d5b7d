import type { LearnedId } from '../../domain/ids.js';
import { defineModule } from '../module.js';
import { FORECAST } from './forecast.js';
import { RemindedForecasts } from './remind.js';

/** Forecasts that have their day, and are scored when it comes. */
export const forecasts = defineModule({
  name: 'forecasts',
  records: [FORECAST],
  openBank: (opened) => new RemindedForecasts(opened),
  onErase: ({ names }, records) =>
    records.flatMap(({ id, body }): LearnedId[] =>
      typeof body.value['statement'] === 'string' && names(body.value['statement']) ? [id] : [],
    ),
});
