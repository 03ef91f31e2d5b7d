import { DAY, HOUR, type Instant, MINUTE, type Period, type Precision } from '../domain/time.js';
import { matchAll } from './pattern-matching.js';

/** Calendar arithmetic in UTC. Weeks begin on Monday, weekends on Saturday; winter begins in December. */
export const startOfDay = (at: Instant): Instant => Math.floor(at / DAY) * DAY;
export const startOfWeek = (at: Instant): Instant =>
  startOfDay(at) - ((new Date(at).getUTCDay() + 6) % 7) * DAY;

export function dayPeriod(at: Instant): Period {
  const from = startOfDay(at);
  return { from, to: from + DAY, precision: 'day' };
}

export function weekPeriod(at: Instant): Period {
  const from = startOfWeek(at);
  return { from, to: from + 7 * DAY, precision: 'week' };
}

/** The weekend of the week of `at`. */
export function weekendPeriod(at: Instant): Period {
  const from = startOfWeek(at) + 5 * DAY;
  return { from, to: from + 2 * DAY, precision: 'weekend' };
}

/** `month` counts from 0 and may be outside 0..11. */
export function monthPeriod(year: number, month: number): Period {
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1), precision: 'month' };
}

export function yearPeriod(year: number): Period {
  return { from: utcYear(year), to: utcYear(year + 1), precision: 'year' };
}

export function decadePeriod(year: number): Period {
  return { from: utcYear(year), to: utcYear(year + 10), precision: 'decade' };
}

/** Season 0 is spring (March to May) of `year`; 3 is winter, December of `year` to February of the next. */
export function seasonPeriod(year: number, season: number): Period {
  return {
    from: Date.UTC(year, 2 + season * 3, 1),
    to: Date.UTC(year, 5 + season * 3, 1),
    precision: 'season',
  };
}

function hourPeriod(at: Instant): Period {
  const from = Math.floor(at / HOUR) * HOUR;
  return { from, to: from + HOUR, precision: 'hour' };
}

/** The same day this many months later; the last day of the month if that day does not exist. */
export function addMonths(at: Instant, months: number): Instant {
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0),
  ).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY + (at - startOfDay(at));
}

/** The period of the given unit that contains `at`. */
export function periodOf(at: Instant, unit: Precision): Period {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const PERIODS: Readonly<Record<Precision, () => Period>> = {
    decade: () => decadePeriod(Math.floor(year / 10) * 10),
    year: () => yearPeriod(year),
    season: () => seasonOf(at),
    month: () => monthPeriod(year, date.getUTCMonth()),
    week: () => weekPeriod(at),
    weekend: () => weekendPeriod(at),
    day: () => dayPeriod(at),
    hour: () => hourPeriod(at),
    minute: () => ({
      from: Math.floor(at / 60_000) * 60_000,
      to: Math.floor(at / 60_000) * 60_000 + 60_000,
      precision: 'minute',
    }),
  };
  return PERIODS[unit]();
}

export function seasonOf(at: Instant): Period {
  const date = new Date(at);
  const month = date.getUTCMonth();
  const year = month < 2 ? date.getUTCFullYear() - 1 : date.getUTCFullYear();
  return seasonPeriod(year, Math.floor(((month + 10) % 12) / 3));
}

/** Date.UTC reads years below 100 as 19xx. */
function utcYear(year: number): Instant {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date.getTime();
}

/** The moment `by` units after `at`; the day of the month is preserved if it exists. */
function shiftInstant(at: Instant, by: number, unit: Precision): Instant {
  const steps: Readonly<Record<Precision, () => Instant>> = {
    minute: () => at + by * MINUTE,
    hour: () => at + by * HOUR,
    day: () => at + by * DAY,
    week: () => at + by * 7 * DAY,
    weekend: () => at + by * 7 * DAY,
    month: () => addMonths(at, by),
    season: () => addMonths(at, 3 * by),
    year: () => addMonths(at, 12 * by),
    decade: () => addMonths(at, 120 * by),
  };
  return steps[unit]();
}

/** The whole unit that is `by` units from the one containing `at`. */
export function shiftedPeriod(at: Instant, by: number, unit: Precision): Period {
  return unit === 'weekend'
    ? weekendPeriod(at + by * 7 * DAY)
    : periodOf(shiftInstant(at, by, unit), unit);
}

/** The single day `by` units from now: "a year ago today". */
export function shiftedDay(at: Instant, by: number, unit: Precision): Period {
  return periodOf(shiftInstant(at, by, unit), 'day');
}

/** From `back` units before now to `ahead` units after it; at least whole days unless the unit is finer. */
export function stretch(at: Instant, back: number, ahead: number, unit: Precision): Period {
  const fine = unit === 'hour' || unit === 'minute';
  const from = shiftInstant(at, -back, unit);
  const to = shiftInstant(at, ahead, unit);
  return {
    from: fine ? from : startOfDay(from),
    to: fine ? Math.max(to, from + MINUTE) : startOfDay(to) + DAY,
    precision: unit,
  };
}

/**
 * How many times nearer a past period must be than a future one to win: plans are mostly in the future, times next to
 * a past verb mostly in the past.
 */
const PAST_COSTS: Readonly<Record<'planned' | 'reported' | 'unknown', number>> = {
  planned: 4,
  reported: 0.5,
  unknown: 1,
};

/**
 * Selects one of several periods in chronological order by tense: the last that has begun, the first that is not
 * over, or the nearest, weighted by {@link PAST_COSTS}; a plan is in the future unless its period has just passed.
 */
export function selectByTense<P extends Period>(
  periods: readonly P[],
  at: Instant,
  tense: Tense,
): P | undefined {
  const past = periods.findLast((period) => period.from <= at);
  const future = periods.find((period) => period.to > at);
  if (tense === 'past') return past;
  if (tense === 'future' || past === undefined || future === undefined) return future ?? past;
  return (at - past.to) * PAST_COSTS[tense] <= future.from - at ? past : future;
}

/** Occurrences of the season in the years around `at`, in chronological order. */
export function seasonsAround(at: Instant, season: number): Period[] {
  const year = new Date(at).getUTCFullYear();
  return [-2, -1, 0, 1]
    .map((offset) => seasonPeriod(year + offset, season))
    .concat(seasonPeriod(year + 2, season));
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const SEASONS = ['winter', 'spring', 'summer', 'autumn'];

/**
 * A period `[from, to)` in English words, no more precise than known (UTC): "7 May 2023", "week of 1 May 2023", "May
 * 2023", "summer 2021", "the 1990s". A period of several units is given by both ends, a part of a unit as "early",
 * "mid" or "late".
 */
export function describeInterval(from: Instant, to: Instant, precision: Precision): string {
  const first = periodOf(from, precision);
  if (to <= first.to)
    return inPart(part(from, to, first.from, first.to, precision), name(from, precision));
  const last = periodOf(to - 1, precision);
  if (last.from === first.from || to - from <= DAY) return name(from, precision);
  const ends =
    precision === 'week' ||
    precision === 'weekend' ||
    precision === 'day' ||
    precision === 'season';
  return ends
    ? `${name(from, 'day')} to ${name(to - 1, 'day')}`
    : `${name(from, precision)} to ${name(to - 1, precision)}`;
}

function name(at: Instant, precision: Precision): string {
  const date = new Date(at);
  switch (precision) {
    case 'decade':
      return `the ${Math.floor(date.getUTCFullYear() / 10) * 10}s`;
    case 'year':
      return `${date.getUTCFullYear()}`;
    case 'season':
      return `${SEASONS[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)] ?? ''} ${new Date(periodOf(at, 'season').from).getUTCFullYear()}`;
    case 'month':
      return month(date);
    case 'week':
      return `week of ${day(new Date(periodOf(at, 'week').from))}`;
    case 'weekend':
      return `weekend of ${day(new Date(periodOf(at, 'weekend').from))}`;
    case 'day':
      return day(date);
    case 'hour':
    case 'minute':
      return `${day(date)} ${clock(date)}`;
  }
}

const month = (date: Date): string =>
  `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
const day = (date: Date): string => `${date.getUTCDate()} ${month(date)}`;
const inPart = (word: string, whole: string): string =>
  whole.startsWith('the ') ? `the ${word}${whole.slice(4)}` : `${word}${whole}`;
const clock = (date: Date): string => date.toISOString().slice(11, 16);

/** "early", "mid" or "late" for a period of at most 45 % of its unit, from a month to a decade; else empty. */
function part(
  from: Instant,
  to: Instant,
  start: Instant,
  end: Instant,
  precision: Precision,
): string {
  const share = (to - from) / (end - start);
  if (share > 0.45 || !['decade', 'year', 'season', 'month'].includes(precision)) return '';
  const middle = ((from + to) / 2 - start) / (end - start);
  return middle < 1 / 3 ? 'early ' : middle > 2 / 3 ? 'late ' : 'mid ';
}

/**
 * `planned`: about a plan, usually in the future, but possibly past. `reported`: a past verb is in the sentence, and
 * the time next to it in a fragment of its own: "we got the flat, keys on 1 June".
 */
export type Tense = 'past' | 'future' | 'planned' | 'reported' | 'unknown';

/** Whether the tense points to the past. */
export const isPastTense = (tense: Tense): boolean => tense === 'past' || tense === 'reported';

/** Maximum distance of a verb from the time it governs, in UTF-16 units. */
const REACH = 110;
const NOT_PAST =
  'need|indeed|excited|interested|supposed|scheduled|planned|booked|tired|married|red|bed|shed|speed|feed|seed|weed|breed|exceed|proceed|succeed|bored|worried|thrilled|naked|hundred|sacred|wicked|used to be';
const PAST_VERBS =
  "was|were|did|didn['’]t|wasn['’]t|weren['’]t|had|went|got|came|saw|made|took|met|bought|found|gave|told|said|thought|felt|left|kept|began|became|brought|built|broke|caught|chose|drew|drove|ate|fell|flew|forgot|grew|heard|held|knew|lost|paid|ran|sang|sent|sold|spent|spoke|stood|taught|threw|understood|woke|won|wore|wrote|slept|swam|hit|born|wrote|rode|rose|fought|fed|hid|hung|lent|rang|sank|shook|stole|stuck|tore|written|driven|eaten|fallen|given|taken|broken|chosen|stolen|thrown|(?<!(?:to|can|will|should|could|must|might|may|not|please|let['’]s|['’]ll) (?:i |you |we |they |he |she |it )?)(?:burst|cut|hurt|quit)|as (?:planned|scheduled|promised|expected|agreed|announced)|been|done|gone|seen|haven['’]t|hasn['’]t";
const FUTURE_VERBS =
  "(?:am|is|are) ING|(?:start|begin|leave|arrive|open|close|end|stop|come|return|depart|launch|expire|finish|flie|resume)s|will|won['’]t|going to|gonna|plan(?:s|ning|ned)?|hop(?:e|es|ing)|want(?:s)? to|wanna|let['’]s|shall|upcoming|soon|excited|forward|wait|scheduled|booked|see you|due|deadline|thinking of|ready for|tomorrow|should|can|could|might|need|starting|effective";
/** Wishes, expectations and obligations: their day may have passed. */
const WISHES =
  "wants?(?! to(?!\\p{L}))|(?:would|['’]d) like|expects?|expected|aims?|aiming|(?<!supposed )to be|must|ha(?:s|ve) to";
const ING =
  '(?:not |also |really |just |still |finally )?(?!(?:being|amazing|exciting|interesting|boring|charming|inspiring|nothing|something|anything|everything|morning|evening)\\b)[a-z]{2,12}ing';
/**
 * Verbs of arranging something in the future: the time of the thing comes last, the time of arranging directly after
 * the verb.
 */
const ARRANGED =
  '(?:sign(?:ed|ing)|sign) (?:(?:me|us|him|her|them|(?:my|our|his|her) \\p{L}+) )?(?:up|with|on with|for)|registered|enrolled|booked|reserved|scheduled|rescheduled|planned|invited|arranged|(?:got|found|landed|won|secured|received|bought) (?:an? |the |my |our |us |me )*(?:[a-z]+ )?(?:tickets?|appointment|slot|date|place|spot|interview|viewing|invitation|booking|seats?|flights?)';
/** Verbs that choose a day if "on" follows directly: "decided on July 4". */
const CHOSEN_ON = /^(?:decided|agreed|insisted)$/i;
/** Verbs with the day as their object: "gave us 9 June", "he said the 9th". */
const NAMING =
  /^(?:told|gave|given|said|picked|chose|chosen|confirmed|offered|suggested|proposed|promised|named|announced|got|set|fixed|wanted|asked)$/i;
/** Verbs whose infinitive is still to be done: "she agreed to swap shifts on June 7". */
const INTENDING =
  /^(?:agreed|decided|promised|offered|wanted|asked|told|invited|hoped|intended|meant|chose|volunteered)$/i;
const TO_DO = /^(?: (?:me|us|him|her|them|you|\p{Lu}\p{L}+))? to \p{Ll}/u;
/** Verbs that move a date or an end. */
const SHIFTING =
  /^(?:moved|pushed|put|shifted|changed|delayed|postponed|deferred|extended|brought|switched|bumped|swapped|adjourned|renewed|booked)$/i;
/** Between a naming verb and its day: the person addressed. */
const NAMED_TO = /^(?: (?:me|us|him|her|them|you))?(?: (?:the|about))? $/i;
/** Marks the day that something is for, rather than when it was done. */
const TARGET = /\b(?:for|by) (?:the )?$/i;
const TARGET_OF_SHIFT = /\b(?:to|until|till|from) (?:the )?$/i;
/** A preposition that may have been matched as part of the time; it shows how a verb governs the time. */
const LED_BY = /^(?:on|by|until|till|since|before|after|to|for) (?:the )?/i;
const FRAGMENT = /[,:;–—(]|\s-\s/;
/** A participle after one of these is not in the past: "is closed", "to be filed". */
const NOT_BEHIND_BE =
  "(?<!(?<![\\p{L}\\d])(?:be|gets?|is|are|am|being)(?: [a-z]{1,10}ly| not)? |['’](?:s|re|m) )";
/** "What has Ann got on Friday?" is not in the past. */
const NOT_HAS_GOT =
  "(?!(?<=(?<![\\p{L}])(?:has|have|['’](?:s|ve)) (?:\\p{L}{1,20} )?)got(?!\\p{L}))";
const CUE = new RegExp(
  `(?<arranged>(?<!\\p{L})(?:${ARRANGED})(?!\\p{L}))|(?<past>(?<![\\p{L}\\d])(?:(?:was|were) (?:[a-z]{1,12} )?[a-z]{2,12}ing(?: to)?|${NOT_BEHIND_BE}${NOT_HAS_GOT}(?:${PAST_VERBS})|${NOT_BEHIND_BE}(?!(?:${NOT_PAST})(?!\\p{L}))[a-z]{2,14}ed)(?!\\p{L}))|(?<wished>(?<!\\p{L})(?:${WISHES})(?!\\p{L}))|(?<future>(?:(?<!\\p{L})(?:${FUTURE_VERBS.replace('ING', ING)})|['’](?:ll|(?:m|s|re) ${ING}))(?!\\p{L}))`,
  'giu',
);
/** Verbs of changing a plan: the time after them is when the thing will be, not when it was changed. */
const REPLANNED =
  'moved|postponed|adjourned|extended|bumped|pushed(?: back)?|rescheduled|delayed|deferred|shifted|brought forward|put (?:off|back|down)|changed|set|scheduled|booked|fixed|planned|arranged|confirmed';
/**
 * What directly precedes the time, with the verb that governs it: "is on", "is set for", "has been moved to", "they
 * moved the launch to".
 */
const GOVERNING = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<present>(?:is|are|(?<=[\\p{L}])['’](?:s|re))(?: (?:now|still|only|just|currently|probably|definitely|actually|due|happening|taking place|coming up|starting|${REPLANNED}))*(?: (?:on|for|from|in|until|till|by|to))?)|(?<replanned>(?<perfect>(?:has|have|['’](?:s|ve)) (?:now |just |already |all )?(?:been )?)?(?:${REPLANNED})(?: (?:it|this|that|me|us|him|her|them|you|(?:the|my|our|your|his|her|their)(?: [\\p{L}-]+){1,4}?))?(?: from [^,.;!?\\n]{1,24}?)? (?:to|until|till|for|from)))(?: the)? ?$`,
  'iu',
);
const CLAUSE_END = /[.!?;\n](?=\s|$)/g;
/** Start of a clause with its own subject: the clause before it has its own time. */
const OWN_SUBJECT =
  /(?:[,:–—] ?|\b(?:and|but|so|because|then|while) )(?=(?:i|we|you|he|she|it|they|there)(?:['’]\p{L}{1,3})? \p{L})/giu;

/**
 * Whether the words around a time are about the past or the future. The verb directly before the time decides, else
 * the nearest cue before it in its clause, else the nearest after it. English.
 */
export function tenseAt(text: string, start: number, end: number): Tense {
  const led = LED_BY.exec(text.slice(start, end))?.[0].length ?? 0;
  const left = text.slice(Math.max(0, start - REACH), start + led);
  const right = text.slice(end, end + REACH);
  const cutLeft = lastIndex(left, CLAUSE_END);
  const cutRight = right.search(/[.!?;\n](?=\s|$)/);
  const sentence = left.slice(cutLeft + 1);
  const governing = GOVERNING.exec(sentence)?.groups;
  if (governing?.['present'] !== undefined || governing?.['perfect'] !== undefined) return 'future';
  if (governing !== undefined) return 'planned';
  const clause = sentence.slice(lastIndex(sentence, OWN_SUBJECT) + 1);
  const leftCues = matchAll(clause, CUE).filter(isVerb);
  const last = leftCues.at(-1);
  if (last?.groups?.['arranged'] !== undefined)
    return !/^(?:re)?scheduled|^planned/i.test(last[0]) &&
      /^ (?:(?:on|in|last|this|the) )+$/i.test(clause.slice(last.index + last[0].length))
      ? 'past'
      : 'planned';
  if (last?.groups?.['past'] !== undefined)
    return tenseOfPast(last[0], clause.slice(last.index + last[0].length));
  const cue =
    last ?? matchAll(right.slice(0, cutRight < 0 ? undefined : cutRight), CUE).find(isVerb);
  if (cue === undefined) return 'unknown';
  if (cue.groups?.['arranged'] !== undefined || cue.groups?.['wished'] !== undefined)
    return 'planned';
  if (cue.groups?.['past'] === undefined) return 'future';
  return last === undefined && BEGINNING.test(left) ? 'reported' : 'past';
}

const BEGINNING = /\bfrom (?:the )?$/i;

/**
 * How a past verb relates to a time on its right: "on 9 June" is when it was done, "for 9 June" or "told me 9 June"
 * its topic; after a comma it may be either.
 */
function tenseOfPast(verb: string, between: string): Tense {
  if (CHOSEN_ON.test(verb) && /^ on (?:the )?$/i.test(between)) return 'planned';
  if (NAMING.test(verb) && NAMED_TO.test(between)) return 'planned';
  if (INTENDING.test(verb) && TO_DO.test(between)) return 'planned';
  if (!/\bfrom\b/i.test(between) && TARGET.test(between)) return 'planned';
  if (SHIFTING.test(verb) && TARGET_OF_SHIFT.test(between)) return 'planned';
  // What was agreed "from 2 December" may begin later.
  return FRAGMENT.test(between) || BEGINNING.test(between) ? 'reported' : 'past';
}

/** "the Royal United" contains no verb. */
const isVerb = ({ 0: word, index, input }: RegExpMatchArray): boolean =>
  !/^\p{Lu}\p{Ll}+ed$/u.test(word) ||
  index === 0 ||
  !/\p{L} $/u.test((input ?? '').slice(0, index));

function lastIndex(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of matchAll(text, pattern)) last = match.index;
  return last;
}
