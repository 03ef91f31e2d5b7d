import type { FeedbackReceipt } from './give-feedback.js';
import { bad, bold, dim } from '../../screen/style.js';

export function renderFeedback({
  result,
  memory,
  verdict,
  replaced,
  changed,
  usefulness,
  confidence,
  review,
}: FeedbackReceipt): string {
  const moved = (name: string, { from, to }: FeedbackReceipt['usefulness']): string =>
    from === to
      ? `${name} ${to.toFixed(2)}`
      : `${name} ${from.toFixed(2)} → ${bold(to.toFixed(2))}`;
  return [
    `${result}: ${bold(verdict)}${changed ? (replaced === null ? '' : `, was ${replaced}`) : ', as before'} ${dim(memory)}`,
    `  ${moved('usefulness', usefulness)}, ${moved('confidence', confidence)}`,
    ...(review ? [`  ${bad('to be reviewed')}: somebody said it is wrong`] : []),
  ].join('\n');
}
