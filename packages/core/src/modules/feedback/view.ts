import type { FeedbackAnswer } from '../outcomes/take-feedback.js';
import { bad, bold, dim, good } from '../../format/style.js';

export function renderFeedback(answer: FeedbackAnswer): string {
  const { result, memory, verdict, replaced, changed, usefulness, confidence, review, ended } =
    answer;
  const moved = (name: string, figure: FeedbackAnswer['usefulness']): string[] =>
    figure === undefined
      ? []
      : [
          figure.from === figure.to
            ? `${name} ${figure.to.toFixed(2)}`
            : `${name} ${figure.from.toFixed(2)} → ${bold(figure.to.toFixed(2))}`,
        ];
  if (ended !== undefined) return renderEnd(ended, changed);
  return [
    `${result}: ${bold(verdict ?? '')}${changed ? (replaced === null || replaced === undefined ? '' : `, was ${replaced}`) : ', as before'} ${dim(memory ?? '')}`,
    `  ${[...moved('usefulness', usefulness), ...moved('confidence', confidence)].join(', ')}`,
    ...(review === true ? [`  ${bad('to be reviewed')}: somebody said it is wrong`] : []),
  ].join('\n');
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
const coloured = (value: number): string =>
  Math.abs(value) < 0.005 ? dim('0') : value > 0 ? good(signed(value)) : bad(signed(value));

function renderEnd(
  { recollection, score, replaced, credited }: NonNullable<FeedbackAnswer['ended']>,
  changed: boolean,
): string {
  const was = replaced === null ? '' : changed ? `, was ${signed(replaced)}` : ', as before';
  return [
    `${bold(recollection)} ended at ${coloured(score)}${was}`,
    ...credited.map(
      ({ memory, from, to }) => `  ${memory} credit ${signed(from)} → ${coloured(to)}`,
    ),
  ].join('\n');
}
