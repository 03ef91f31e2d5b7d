import type { FeedbackReceipt } from './give-feedback.js';
import type { MetaMemoryReport } from './report-metamemory.js';
import { bad, bold, counted, dim, table, type Screen } from '../../screen/style.js';

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

export function renderMetaMemory(
  { votes, sources, patterns, review, expectations }: MetaMemoryReport,
  screen: Screen,
): string {
  if (votes === 0)
    return 'Nobody has voted on a result yet: mneme feedback useful RESULT, with a result’s id from a recall.';
  const qualities = sources.map(({ of, name, base, quality, evidence }) => [
    of,
    evidence === 0 ? dim(name) : bold(name),
    base.toFixed(2),
    quality.toFixed(2),
    evidence === 0 ? '' : evidence.toFixed(1),
  ]);
  return [
    counted(votes, 'vote'),
    '',
    table(['', 'of', 'base', 'quality', 'votes'], qualities, screen, [7, 14, 5, 8, 6]),
    '',
    table(
      ['questions', 'useful', 'recalls'],
      patterns.map(({ pattern, feeling, recalls }) => [
        pattern,
        feeling.toFixed(2),
        String(recalls),
      ]),
      screen,
      [40, 7, 8],
    ),
    ...expectations.flatMap(({ of, judged, right, poor }) =>
      right === null
        ? []
        : [
            '',
            `${Math.round(100 * right)} % of the latest ${judged} ${of} that were voted on went as the bank expected${poor ? `: ${bad('poor')}` : ''}`,
          ],
    ),
    ...(review.length === 0 ? [] : ['', `${bad('To be reviewed')}: ${review.join(', ')}`]),
  ].join('\n');
}
