import { bad, bold, dim, good, moment } from '@mneme/core/format/style.js';
import type { MovedBelief } from '../world-model/index.js';
import type { PredictionReceipt, Settled } from './predict.js';

const percent = (value: number): string => `${Math.round(100 * value)} %`;

export function renderPrediction({ id, state, probability, due }: PredictionReceipt): string {
  const what = state.length === 0 ? 'nobody knows' : state.join(', ');
  const by = due === null ? '' : ` by ${moment(due)}`;
  return `${bold(id)}: ${what}, ${percent(probability)}${by}.\n${dim(`Settle it: mneme settle ${id} --came, or --no-came.`)}`;
}

const moved = ({ content, before, after, id }: MovedBelief): string =>
  `${after >= before ? good('↑') : bad('↓')} ${percent(before)} → ${percent(after)} ${content} ${dim(id)}`;

export function renderSettled(settled: Settled): string {
  const { came, probability, beliefs, promoted, experience, snoozedUntil } = settled;
  if (snoozedUntil !== null) return `Put off until ${moment(snoozedUntil)}.`;
  return [
    `${came === true ? good('It came') : bad('It did not come')}; the chance told was ${percent(probability)}.`,
    ...beliefs.map(moved),
    ...(promoted === null
      ? []
      : [`${good('A fact by now')}: ${promoted.rule} ${dim(promoted.id)}`]),
    ...(experience === null ? [] : [dim(`Kept as ${experience}.`)]),
  ].join('\n');
}
