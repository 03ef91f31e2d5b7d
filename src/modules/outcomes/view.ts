import type { OutcomeReceipt } from './tell-outcome.js';
import { bad, bold, dim, good } from '../../screen/style.js';

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
const coloured = (value: number): string =>
  Math.abs(value) < 0.005 ? dim('0') : value > 0 ? good(signed(value)) : bad(signed(value));

export function renderOutcome({
  recollection,
  score,
  replaced,
  changed,
  credited,
}: OutcomeReceipt): string {
  const was = replaced === null ? '' : changed ? `, was ${signed(replaced)}` : ', as before';
  return [
    `${bold(recollection)} ended at ${coloured(score)}${was}`,
    ...credited.map(
      ({ memory, from, to }) => `  ${memory} credit ${signed(from)} → ${coloured(to)}`,
    ),
  ].join('\n');
}
