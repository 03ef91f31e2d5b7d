import { reversible } from '../../domain/change.js';
import { FeedbackInput } from '../../domain/feedback.js';
import { bad, bold, dim, good } from '../../format/style.js';
import { FeedbackAnswer } from '../outcomes/take-feedback.js';
import { defineOperation } from '../../operations/operation.js';

function renderFeedback(answer: FeedbackAnswer): string {
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

export const feedbackOperation = defineOperation({
  name: 'feedback',
  summary:
    'Say whether a result of a recall was useful, irrelevant or wrong, or how a context ended.',
  description:
    'What was useful comes first for like questions, what was irrelevant falls a little; wrong takes a fifth of the memory’s confidence and asks for a review. Of a context or recall: whether what was done with it ended good or bad, or a score; its memories share the credit or the blame, within bounds, beside how other contexts ended, and less by the years. A second word replaces the first.',
  input: FeedbackInput,
  output: reversible(FeedbackAnswer),
  positional: ['verdict', 'result'],
  effect: 'write',
  idempotent: true,
  examples: [
    {
      command: 'mneme feedback useful r_01h5k0c2x9w7a.1',
      shows: 'how far the first result’s usefulness moved',
    },
    {
      command: 'mneme feedback wrong r_01h5k0c2x9w7a.3 --note "she moved in May"',
      shows: 'the confidence it lost, and that it is to be reviewed',
    },
    {
      command: 'mneme feedback good r_01h5k0c2x9w7a',
      shows: 'what each memory of the context was credited',
    },
    {
      command: 'mneme feedback --score -0.5 --recollection r_01h5k0c2x9w7a --note "half of it"',
      shows: 'what each was blamed',
    },
  ],
  served: { afterRecalls: true, pace: 'quick' },
  verb: ['feedback'],
  asLines: renderFeedback,
  run: (memory, input) => memory.feedback(input),
});
