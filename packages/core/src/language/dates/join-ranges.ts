import { DAY } from '../../domain/time.js';
import type { DateMention } from './date-mention.js';

const WEEKDAY_ALONE =
  /^(?:(?:from|until|till|to|on) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu;
const MOVED_LOOK = 56;
const BETWEEN = /^ ?(?:-|–|—|to|until|till|through|and) ?$/iu;
/** A plan moved from one day to another does not last from one to the other. */
const MOVED =
  /\b(?:moved|moving|move|postponed|postpone|pushed|push|rescheduled|reschedule|delayed|shifted|shift|changed|change|brought forward|bring)\b[^.!?;\n]{0,40}$/iu;
const FROM = /\bfrom (?:the )?$|^from /iu;
const OPEN_BETWEEN = /\bbetween (?:the )?$|^between /iu;

/** "from May to July 2023" and "between 2016 and 2019" are one time each, from the first bound to the end of the second. */
export function joinRanges(mentions: readonly DateMention[], text: string): DateMention[] {
  const joined: DateMention[] = [];
  for (const mention of mentions) {
    const first = joined.at(-1);
    const last = first === undefined ? mention : inOrder(first, mention);
    if (first !== undefined && isRange(first, last, text))
      joined[joined.length - 1] = whole(first, last, text);
    else joined.push(mention);
  }
  return joined;
}

/** Said on a Wednesday, "from Monday to Friday" extends into next week: the second day follows the first. */
function inOrder(first: DateMention, second: DateMention): DateMention {
  if (
    first.from < second.from ||
    !WEEKDAY_ALONE.test(first.text) ||
    !WEEKDAY_ALONE.test(second.text) ||
    first.from - second.from > 7 * DAY
  )
    return second;
  return { ...second, from: second.from + 7 * DAY, to: second.to + 7 * DAY };
}

function isRange(first: DateMention, second: DateMention, text: string): boolean {
  if (first.recurring || second.recurring || first.from >= second.to) return false;
  if (MOVED.test(text.slice(Math.max(0, first.start - MOVED_LOOK), first.start))) return false;
  const gap = text.slice(first.end, second.start).replace(/^$/, ' ');
  if (gap.length > 9 || !BETWEEN.test(gap))
    return (
      /^(?:to|until|till|through) /iu.test(second.text) &&
      gap.trim() === '' &&
      opens(first, text, FROM)
    );
  if (gap.trim().toLowerCase() === 'and') return opens(first, text, OPEN_BETWEEN);
  return (
    /[-–—]/.test(gap) ||
    opens(first, text, FROM) ||
    (WEEKDAY_ALONE.test(first.text) && WEEKDAY_ALONE.test(second.text))
  );
}

function opens(first: DateMention, text: string, word: RegExp): boolean {
  return word.test(first.text) || word.test(text.slice(Math.max(0, first.start - 14), first.start));
}

function whole(first: DateMention, second: DateMention, text: string): DateMention {
  return {
    ...second,
    text: text.slice(first.start, second.end),
    start: first.start,
    from: first.from,
    to: Math.max(first.to, second.to),
    relative: first.relative || second.relative,
    approximate: first.approximate || second.approximate,
  };
}
