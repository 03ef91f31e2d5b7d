import type { Instant, OffsetAt, Period, Precision } from '../../domain/time.js';

/** A time named in a text, resolved to a period. */
export interface DateMention extends Period {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Relative to the moment of saying: "yesterday", "5 July" without its year. */
  readonly relative: boolean;
  /** The bounds are approximate: "early 2022", "a few weeks ago". */
  readonly approximate: boolean;
  /** "every Tuesday": not a single time; the period is the next such day, or the day of saying if none is named. */
  readonly recurring: boolean;
  /** Set for an amount of hours or minutes from the moment of saying. */
  readonly elapsed?: true;
}

/** A text and when it was said. */
export interface DatedUtterance {
  readonly text: string;
  readonly at: Instant;
  /** How "5/7/2023" is read: as 5 July if true, else as 7 May, as in English. */
  readonly dayFirst: boolean;
}

/** A time expression resolved at the moment of saying. */
export interface DateReading extends Period {
  /** Relative to the moment of saying. */
  readonly relative: boolean;
  /** The bounds are approximate: "a few weeks ago", "early 2022". */
  readonly approximate: boolean;
  /** Not a single time: "every Tuesday". */
  readonly recurring: boolean;
  /** Set for an amount of hours or minutes from the moment of saying: elapsed time, unaffected by clock changes. */
  readonly elapsed?: true;
}

/** A time expression; `read` returns null if the words turn out to mean something else. */
export interface DateRule {
  /** Global; only bounded quantifiers, so that a text of any length is read in linear time. */
  readonly pattern: RegExp;
  read(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null;
}

export function absolute(period: Period, approximate = false): DateReading {
  return { ...period, relative: false, approximate, recurring: false };
}

export function relative(period: Period, approximate = false): DateReading {
  return { ...period, relative: true, approximate, recurring: false };
}

/** A reading {@link relative} to the moment of saying, by a number of units. */
export function counted(period: Period, approximate = false): DateReading {
  const isFine = period.precision === 'hour' || period.precision === 'minute';
  return { ...relative(period, approximate), ...(isFine ? { elapsed: true } : {}) };
}

/** A global, case-insensitive rule. */
export function dateRule(source: string, read: DateRule['read']): DateRule {
  return { pattern: new RegExp(source, 'giu'), read };
}

/** The characters around a match that determine its meaning, at most `length` on either side. */
export function before(match: RegExpMatchArray, saying: DatedUtterance, length = 24): string {
  const start = match.index ?? 0;
  return saying.text.slice(Math.max(0, start - length), start);
}

export function after(match: RegExpMatchArray, saying: DatedUtterance, length = 24): string {
  const end = (match.index ?? 0) + match[0].length;
  return saying.text.slice(end, end + length);
}

/**
 * Corrects elapsed times, resolved with the UTC offset of the moment of saying, for a clock change in between: three
 * hours before 4:00 was midnight if clocks went forward at 2:00. `said` is the moment of saying, in UTC.
 */
export function adjustForClockChange(
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

const MONTH_KEYS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];
const WEEKDAY_KEYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const SEASON_KEYS: Readonly<Record<string, number>> = {
  spring: 0,
  summer: 1,
  autumn: 2,
  fall: 2,
  winter: 3,
};
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  'a hundred': 100,
  'one hundred': 100,
};

/** Not where "a day" is a rate: "130 a day from today", "twice a week from Monday"; "at 7 a week from Friday" is none. */
export const NO_RATE =
  '(?<!(?:(?<!\\b(?:at|by|until|till) )(?<![\\p{N}.,:])\\p{N}[\\p{N}.,]{0,9}(?: (?:euro|dollar|pound|rupee|crown|franc|buck|cent|unit|tablet|pill|drop|hour|mg|kroner|quid)s?)?|\\b(?:once|twice|times)) (?=an? ))';

/** Sources of regular expressions, without capturing groups. */
export const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![\\p{L}])(?:\\.(?=,? ?[\\d'’]))?";
export const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
export const SHORT_WEEKDAY = '(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\b';
export const SEASON = '(?:spring|summer|autumn|fall|winter)';
export const COUNT =
  '(?:\\d{1,3}|(?:a|one) hundred|an?(?! (?:few|couple))|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:a )?couple(?: of)?|(?:a )?few|several)';
export const DAY_NUMBER = '(?:3[01]|[12]\\d|0?[1-9])';
export const ORDINAL = `${DAY_NUMBER}(?:st|nd|rd|th)`;
const UNITS_OF_ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
];
const TEENTH = [
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
];
/** Days of the month in words, the first at 0. */
const ORDINAL_WORDS = [
  ...UNITS_OF_ORDINALS,
  ...TEENTH,
  'twentieth',
  ...UNITS_OF_ORDINALS.map((unit) => `twenty ${unit}`),
  'thirtieth',
  'thirty first',
];
/** "twenty-second"; longer ones first, because a pattern takes the first that fits. */
export const ORDINAL_WORD = `(?:${ORDINAL_WORDS.toReversed()
  .map((word) => word.replace(' ', '[- ]'))
  .join('|')})`;
export const PART_OF_DAY = '(?:morning|afternoon|evening|night)';

/** A unit of time as a precision and a multiple of it. */
interface TimeUnit {
  readonly precision: Precision;
  readonly times: number;
}

const DAY_UNIT: TimeUnit = { precision: 'day', times: 1 };
/** The units that are counted: "three fortnights". */
const COUNTED_UNITS: ReadonlyMap<string, TimeUnit> = new Map([
  ...(['minute', 'hour', 'week', 'weekend', 'month', 'year', 'decade'] as const).map(
    (precision): [string, TimeUnit] => [precision, { precision, times: 1 }],
  ),
  ['min', { precision: 'minute', times: 1 }],
  ['hr', { precision: 'hour', times: 1 }],
  ['day', DAY_UNIT],
  ['night', DAY_UNIT],
  ['wk', { precision: 'week', times: 1 }],
  ['mo', { precision: 'month', times: 1 }],
  ['fortnight', { precision: 'week', times: 2 }],
  ['yr', { precision: 'year', times: 1 }],
]);
export const UNIT = `(?:${[...COUNTED_UNITS.keys()].join('|')})`;
export const YEAR = '(?:19|20)\\d\\d';

/** A day of the month in digits or words, 1..31; NaN for anything else. */
export function dayNumberOf(text: string): number {
  const worded = ORDINAL_WORDS.indexOf(text.toLowerCase().replace('-', ' '));
  return worded >= 0 ? worded + 1 : Number.parseInt(text, 10);
}

/** Month of a name or its abbreviation, 0..11; -1 for anything else. */
export const monthOf = (name: string): number => MONTH_KEYS.indexOf(name.slice(0, 3).toLowerCase());

/** Day of the week as in `Date`: Sunday is 0; -1 for anything else. */
export const weekdayOf = (name: string): number =>
  WEEKDAY_KEYS.indexOf(name.slice(0, 3).toLowerCase());

/** Season of the northern hemisphere, spring 0 to winter 3. */
export const seasonOfName = (name: string): number => SEASON_KEYS[name.toLowerCase()] ?? 0;

/** A quantity: exact, or a range for "a few". */
export interface Count {
  readonly least: number;
  readonly most: number;
  readonly exact: boolean;
}

export function countOf(words: string): Count {
  const plain = words.toLowerCase();
  if (plain.includes('couple')) return { least: 2, most: 2, exact: false };
  if (plain.includes('few')) return { least: 2, most: 4, exact: false };
  if (plain === 'several') return { least: 3, most: 6, exact: false };
  const number =
    NUMBER_WORDS[plain] ??
    (/^\d/.test(plain)
      ? Number(plain)
      : plain.split(/[- ]/).reduce((sum, word) => sum + (NUMBER_WORDS[word] ?? 0), 0));
  return { least: number, most: number, exact: true };
}

/** The unit of a name, singular or plural. A part of a day counts as the day: "the evening before the 14th". */
export const unitOf = (name: string): TimeUnit =>
  COUNTED_UNITS.get(name.toLowerCase().replace(/s$/, '')) ?? DAY_UNIT;

export const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
