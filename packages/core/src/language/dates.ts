import type { Instant } from '../domain/time.js';
import { anchored } from './dates/anchor.js';
import type { DateMention } from './dates/date-mention.js';
import type { DateRule, Saying } from './dates/date-rule.js';
import { HOLIDAY_RULES } from './dates/holiday-rules.js';
import { joinRanges } from './dates/join-ranges.js';
import { MONTH_RULES } from './dates/month-rules.js';
import { NAMED_DAY_RULES } from './dates/named-day-rules.js';
import { NUMERIC_RULES } from './dates/numeric-rules.js';
import { readOtherLanguage } from './dates/other-languages.js';
import { PHRASE_RULES } from './dates/phrase-rules.js';
import { referringBack } from './dates/refer-back.js';
import { refine } from './dates/refine.js';
import { RELATIVE_RULES } from './dates/relative-rules.js';
import { RECURRING_RULES, WEEKDAY_RULES } from './dates/weekday-rules.js';
import { matchAll } from './match-all.js';
import { ReadText, type Readable } from './read-text.js';
import { readingStep } from './reading-step.js';

export type { DateMention } from './dates/date-mention.js';

const NONE: readonly DateRule[] = [];
/** Of equally long matches, the one of the earlier rule wins. */
const ENGLISH: readonly DateRule[] = [
  ...RECURRING_RULES,
  ...RELATIVE_RULES,
  ...NAMED_DAY_RULES,
  ...MONTH_RULES,
  ...WEEKDAY_RULES,
  ...HOLIDAY_RULES,
  ...NUMERIC_RULES,
];

/**
 * The times that a text names, in order, non-overlapping, made absolute (UTC) relative to `saidAt` and no
 * more precise than stated: "2019" is a year, not its first of January. English by rules of this folder;
 * twelve other languages by chrono-node, phrases of our own and the rules for numeric dates; any other
 * language by numeric dates alone. Durations ("for two hours") are not times. "last <weekday>" is at least
 * two days back, "next <weekday>" at least two ahead; weeks begin on Monday; a month, season or weekday by
 * itself is past or future as the verbs around it say, and a plan is in the future. A recurrence has its
 * next day. Linear in the length of the text.
 */
export const readDates = readingStep('dates', (): DateMention[] => [], datesIn);

function datesIn(given: Readable, saidAt: Instant, language = 'en'): DateMention[] {
  const reading = ReadText.of(given);
  const { text } = reading;
  const saying: Saying = { text, at: saidAt, dayFirst: language !== 'en' };
  if (language !== 'en') {
    const rules = Object.hasOwn(PHRASE_RULES, language) ? (PHRASE_RULES[language] ?? NONE) : NONE;
    return apart([
      ...readOtherLanguage(text, saidAt, language),
      ...byRules(NUMERIC_RULES, saying, reading),
      ...byRules(rules, saying, reading),
    ]);
  }
  const found = byRules(ENGLISH, saying, reading);
  if (found.length === 0) return found;
  const refined = apart(found).map((mention) => anchored(refine(mention, text, saidAt), text));
  // A time of day between two dates may have been attached to both.
  return referringBack(withoutStrayHours(joinRanges(apart(refined), text)), text);
}

function byRules(rules: readonly DateRule[], saying: Saying, text: ReadText): DateMention[] {
  return text.among(rules).flatMap((rule) =>
    matchAll(saying.text, rule.pattern).flatMap((match) => {
      const reading = rule.read(match, saying);
      const [start, end] = [match.index, match.index + match[0].length];
      return reading === null ? [] : [{ text: match[0], start, end, ...reading }];
    }),
  );
}

/** An hour without a day is on the day of saying only if no other time is named. */
function withoutStrayHours(mentions: readonly DateMention[]): DateMention[] {
  return mentions.filter(
    ({ text }) =>
      mentions.length === 1 || !/^(?:at|by|around|before|until|till) (?:noon|midday)$/i.test(text),
  );
}

/** Of overlapping matches the longest stays; of equals, that of the earlier rule. */
function apart(mentions: readonly DateMention[]): DateMention[] {
  const kept: DateMention[] = [];
  for (const mention of mentions.toSorted((a, b) => a.start - b.start)) {
    const rival = kept.at(-1);
    if (rival === undefined || rival.end <= mention.start) kept.push(mention);
    else if (mention.end - mention.start > rival.end - rival.start) kept[kept.length - 1] = mention;
  }
  return kept;
}
