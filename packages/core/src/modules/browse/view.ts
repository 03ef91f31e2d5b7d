import type { About } from './about.js';
import type { Timeline } from './timeline.js';
import { bold, day, dim, good, moment, shorten, type TextFormat } from '../../format/style.js';
import { isMoment } from '../../domain/occurrence.js';
import { tellAbout } from '../../domain/tell-about.js';

const STEPS = '▁▂▃▄▅▆▇█';

export function renderTimeline(
  { span, counts, total, memories }: Timeline,
  screen: Pick<TextFormat, 'zone'> = {},
): string {
  if (span === null) return 'Nothing in that time.';
  const most = Math.max(...counts);
  const line = counts
    .map((count) =>
      count === 0 ? ' ' : (STEPS[Math.ceil((count / most) * STEPS.length) - 1] ?? ''),
    )
    .join('');
  return [
    `${moment(span.from, screen)} ${line} ${moment(span.to, screen)}`,
    dim(`${total} memories, at most ${most} in one of ${counts.length} stretches`),
    ...memories.map(
      // Calendar dates are the same in every time zone.
      ({ id, content, speaker, occurredFrom, occurredTo }) =>
        `${dim(moment(occurredFrom, isMoment({ occurredFrom, occurredTo }) ? screen : {}))} ${speaker === null ? '' : `${bold(speaker)}: `}${shorten(content, 100)} ${dim(id)}`,
    ),
  ].join('\n');
}

export function renderAbout(about: About, screen: Pick<TextFormat, 'zone'> = {}): string {
  return tellAbout(about, {
    bold,
    dim,
    good,
    day: (at) => day(at, screen),
    cut: (text) => shorten(text, 120),
  });
}
