import type { Period } from '../../domain/time.js';
import { periodOf } from '../calendar.js';
import { matchAll } from '../match-all.js';
import { beside, isFiner } from './anchor.js';
import type { DateMention } from './date-mention.js';
import { PART_OF_DAY, unitOf } from './vocabulary.js';

/** What may follow if no other anchor is given: "the day before we left" refers to another day. */
const UNIT = `day|${PART_OF_DAY}|week|weekend|month|year`;
const BACK = new RegExp(
  `(?<![\\p{L}\\d])(?:the (?<unit>${UNIT}) (?<side>before|after)|that (?:same |very )?(?<same>${UNIT}))(?=[.,;:!?)\\n]|$| (?:and|but|at|in|with|for|so|then|too|as|because|already)(?!\\p{L}))`,
  'giu',
);

/**
 * Times relative to an earlier one: "the fair is on 14 November, we fly over that weekend", "done June 30,
 * tested the day before". English.
 */
export function referringBack(mentions: readonly DateMention[], text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const match of mentions.length === 0 ? [] : matchAll(text, BACK)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const anchor = [...mentions, ...found]
      .filter((mention) => !mention.recurring && mention.end <= start)
      .reduce<DateMention | null>(
        (last, mention) => (last === null || mention.end > last.end ? mention : last),
        null,
      );
    const taken = mentions.some((mention) => mention.start < end && start < mention.end);
    const period = anchor === null || taken ? null : meant(match.groups ?? {}, anchor);
    if (anchor === null || period === null) continue;
    const { relative, approximate } = anchor;
    found.push({ ...period, text: match[0], start, end, relative, approximate, recurring: false });
  }
  return [...mentions, ...found].toSorted((a, b) => a.start - b.start);
}

function meant(
  { unit, side, same }: Readonly<Record<string, string | undefined>>,
  anchor: Period,
): Period | null {
  const { precision } = unitOf(unit ?? same ?? 'day');
  if (unit !== undefined)
    return beside(anchor, (side ?? '').toLowerCase() === 'before' ? -1 : 1, precision);
  return isFiner(precision, anchor) ? null : periodOf(anchor.from, precision);
}
