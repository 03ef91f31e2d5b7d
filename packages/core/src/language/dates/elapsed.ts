import type { Instant, OffsetAt } from '../../domain/time.js';
import type { DateMention } from './date-mention.js';

/**
 * What was read by a local clock that stood still but for the time that passed, by that clock as it was set then: three hours before four
 * in the morning it was midnight, where it was put forward by an hour at two. `said` is the moment of saying, in UTC.
 */
export function byClockThen(
  mentions: readonly DateMention[],
  said: Instant,
  offset: () => OffsetAt,
): DateMention[] {
  if (!mentions.some(({ elapsed }) => elapsed === true)) return [...mentions];
  const at = offset();
  const now = at(said);
  const then = (local: Instant): Instant => local + at(local - now) - now;
  return mentions.map((mention) =>
    mention.elapsed === true
      ? { ...mention, from: then(mention.from), to: then(mention.to - 1) + 1 }
      : mention,
  );
}
