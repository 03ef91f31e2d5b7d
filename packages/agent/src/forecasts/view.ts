import { bad, bold, dim, good, moment, percent } from '@mneme/core/format/style.js';
import { renderMoved } from '../world-model/view.js';
import type { PredictionReceipt, Settled } from './predict.js';

export function renderPrediction({ id, state, probability, due }: PredictionReceipt): string {
  const what = state.length === 0 ? 'nobody knows' : state.join(', ');
  const by = due === null ? '' : ` by ${moment(due)}`;
  return `${bold(id)}: ${what}, ${percent(probability)}${by}.\n${dim(`Settle it: mneme settle ${id} --came, or --no-came.`)}`;
}

export function renderSettled(settled: Settled): string {
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
