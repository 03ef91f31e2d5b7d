import type { Calibration } from './calibration.js';
import type { ForecastReceipt, Forecasts } from './forecasts.js';
import { bad, bold, dim, good, moment, shorten, table, type Screen } from '../../screen/style.js';

type Forecast = Forecasts['forecasts'][number];

const stateOf = ({ state, outcome, brier, snoozedUntil }: Forecast): string =>
  outcome === null
    ? `${state === 'due' ? bad('due') : 'open'}${snoozedUntil === null ? '' : dim(`, put off until ${moment(snoozedUntil).slice(0, 10)}`)}`
    : `${outcome.came ? good('came') : bad('did not')} ${dim(`${(brier ?? 0).toFixed(2)} by ${outcome.memory ?? 'a person'}`)}`;

export const renderForecast = (forecast: ForecastReceipt): string =>
  `${bold(forecast.id)} ${stateOf(forecast)}: ${forecast.probability.toFixed(2)} that by ${moment(forecast.due)} ${forecast.statement}`;

export function renderForecasts({ forecasts }: Forecasts, screen: Screen): string {
  if (forecasts.length === 0) return 'There are no forecasts.';
  return table(
    ['id', 'by', 'chance', 'field', 'how it ended', 'forecast'],
    forecasts.map((each) => [
      each.id,
      moment(each.due, screen).slice(0, 10),
      each.probability.toFixed(2),
      each.domain,
      stateOf(each),
      shorten(each.statement, 80),
    ]),
    screen,
  );
}

export function renderCalibration({ domains }: Calibration, screen: Screen): string {
  const figure = (value: number | null): string => (value === null ? '' : value.toFixed(2));
  const rows = domains.map(({ domain, settled, open, due, brier, skill, calibrationError }) => [
    domain,
    String(settled),
    String(open),
    due === 0 ? '' : bad(String(due)),
    figure(brier),
    figure(skill),
    figure(calibrationError),
  ]);
  const [all] = domains;
  return [
    table(['field', 'settled', 'open', 'due', 'Brier', 'skill', 'off by'], rows, screen),
    ...(all?.bins ?? []).map(
      ({ from, to, count, told, came }) =>
        `  told ${from.toFixed(1)}–${to.toFixed(1)}: ${told.toFixed(2)} on average, ${came.toFixed(2)} came ${dim(`(${count})`)}`,
    ),
  ].join('\n');
}
