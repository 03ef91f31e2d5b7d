import type { ForecastReceipt, Forecasts } from './forecasts.js';
import { bad, bold, dim, good, moment } from '../../screen/style.js';

type Forecast = Forecasts['forecasts'][number];

const stateOf = ({ state, outcome, brier, snoozedUntil }: Forecast): string =>
  outcome === null
    ? `${state === 'due' ? bad('due') : 'open'}${snoozedUntil === null ? '' : dim(`, put off until ${moment(snoozedUntil).slice(0, 10)}`)}`
    : `${outcome.came ? good('came') : bad('did not')} ${dim(`${(brier ?? 0).toFixed(2)} by ${outcome.memory ?? 'a person'}`)}`;

export const renderForecast = (forecast: ForecastReceipt): string =>
  `${bold(forecast.id)} ${stateOf(forecast)}: ${forecast.probability.toFixed(2)} that by ${moment(forecast.due)} ${forecast.statement}`;
