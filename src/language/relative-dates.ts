import { DAY, HOUR, type Instant, type Period, type Precision } from '../domain/time.js';
import { addMonths, dayPeriod, monthPeriod, periodOf, seasonOf, seasonPeriod, startOfDay, startOfWeek, weekendPeriod, yearPeriod, decadePeriod } from './calendar.js';

/** A pattern for a way of naming a time in English, and what it means when said at a moment; null when it means none. */
export interface DateRule {
  readonly pattern: RegExp;
  readonly relative: boolean;
  readonly approximate?: boolean;
  readonly recurring?: boolean;
  resolve(match: RegExpExecArray, saidAt: Instant): Period | null;
}

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  'a couple of': 2, 'a couple': 2, 'couple of': 2, 'a few': 3, 'few': 3, several: 4,
};
const NUMBER = '\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple(?: of)?|couple of|a few|few|several';
const UNIT = 'minutes?|hours?|days?|weeks?|weekends?|months?|years?|decades?';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:tues?|thurs?)\\b|(?:mon|wed|thu|fri|sat)\\b';
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|apr|aug|sept?|oct|nov|dec)\\b\\.?';
const SEASON = 'spring|summer|autumn|fall|winter';

const monthIndex = (name: string): number => MONTH_NAMES.indexOf(name.slice(0, 3).toLowerCase());
const count = (text: string): number => NUMBERS[text.toLowerCase()] ?? Number(text);
const unitOf = (text: string): Precision => text.toLowerCase().replace(/s$/, '') as Precision;
const rule = (source: string, resolve: DateRule['resolve'], extra: Partial<DateRule> = {}): DateRule => ({
  pattern: new RegExp(source, 'giu'),
  relative: true,
  resolve,
  ...extra,
});

function shifted(saidAt: Instant, by: number, unit: Precision): Period {
  const STEPS: Readonly<Partial<Record<Precision, (n: number) => Instant>>> = {
    minute: (n) => saidAt + n * 60_000,
    hour: (n) => saidAt + n * HOUR,
    day: (n) => saidAt + n * DAY,
    week: (n) => saidAt + n * 7 * DAY,
    weekend: (n) => saidAt + n * 7 * DAY,
    month: (n) => addMonths(saidAt, n),
    season: (n) => addMonths(saidAt, 3 * n),
    year: (n) => addMonths(saidAt, 12 * n),
    decade: (n) => addMonths(saidAt, 120 * n),
  };
  return periodOf(STEPS[unit]?.(by) ?? saidAt, unit);
}

/**
 * "last Friday" is the latest Friday at least two days back ("last Tuesday" said on a Wednesday is not yesterday), "next
 * Friday" the first at least two days ahead, "this Friday" that of this week; a bare weekday is the latest one.
 */
export function weekday(name: string, which: string, saidAt: Instant): Period {
  const day = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
  const today = startOfDay(saidAt);
  const back = (new Date(saidAt).getUTCDay() - day + 7) % 7;
  if (which === 'last') return dayPeriod(today - (back < 2 ? back + 7 : back) * DAY);
  if (which === 'next') return dayPeriod(today + ((7 - back) % 7 < 2 ? 14 - back : 7 - back) * DAY);
  if (which === 'this' || which === 'coming') {
    const inWeek = startOfWeek(saidAt) + ((day + 6) % 7) * DAY;
    return dayPeriod(which === 'coming' && inWeek <= today ? inWeek + 7 * DAY : inWeek);
  }
  return dayPeriod(today - (back === 0 ? 7 : back) * DAY);
}

/** "June" said in March is last June after "in", "last", next June after "next": the nearest that the words allow. */
function namedMonth(name: string, which: string, saidAt: Instant): Period {
  const month = monthIndex(name);
  const now = new Date(saidAt);
  const year = now.getUTCFullYear();
  const ahead = (month - now.getUTCMonth() + 12) % 12;
  if (which === 'next') return monthPeriod(ahead === 0 ? year + 1 : year, now.getUTCMonth() + ahead);
  if (which === 'last') return monthPeriod(year, now.getUTCMonth() + ahead - 12);
  if (which === 'this') return monthPeriod(year, month);
  // A month more than half a year ahead was more likely meant backwards.
  return monthPeriod(year, now.getUTCMonth() + (ahead > 6 || which === 'back' ? ahead - 12 : ahead));
}

const seasonIndex = (name: string): number => ({ spring: 0, summer: 1, autumn: 2, fall: 2, winter: 3 })[name.toLowerCase()] ?? 0;

function namedSeason(name: string, which: string, saidAt: Instant): Period {
  const season = seasonIndex(name);
  const current = seasonOf(saidAt);
  const year = new Date(saidAt).getUTCFullYear();
  const all = [year - 2, year - 1, year, year + 1].map((y) => seasonPeriod(y, season));
  if (which === 'next') return all.find((period) => period.from >= current.to) ?? current;
  if (which === 'last') return all.findLast((period) => period.to <= current.from) ?? current;
  return all.find((period) => period.from === current.from) ?? all.find((period) => period.from > saidAt - 183 * DAY) ?? current;
}

function part(period: Period, which: string): Period {
  const third = (period.to - period.from) / 3;
  const at = { early: 0, beginning: 0, mid: 1, middle: 1, late: 2, end: 2 }[which.toLowerCase().replace(/[- ].*$/, '')] ?? 0;
  return { from: startOfDay(period.from + at * third), to: startOfDay(period.from + (at + 1) * third), precision: period.precision };
}

/** Tried in this order; what an earlier rule has read, a later one leaves alone. */
export const DATE_RULES: readonly DateRule[] = [
  rule(`\\b(?:every|each) (?:${WEEKDAY}|day|week|weekend|month|year|morning|evening|night)s?\\b|\\b(?:daily|weekly|monthly|yearly|annually)\\b|\\bon (?:${WEEKDAY.replaceAll('day', 'days')})`, (_match, saidAt) => dayPeriod(saidAt), { recurring: true }),
  rule('\\bthe day before yesterday\\b', (_match, saidAt) => dayPeriod(saidAt - 2 * DAY)),
  rule('\\bthe day after tomorrow\\b', (_match, saidAt) => dayPeriod(saidAt + 2 * DAY)),
  rule('\\b(?:yesterday|last night|the other night)\\b', (_match, saidAt) => dayPeriod(saidAt - DAY)),
  rule('\\b(?:today|tonight|this (?:morning|afternoon|evening)|just now|right now)\\b', (_match, saidAt) => dayPeriod(saidAt)),
  rule('\\btomorrow\\b', (_match, saidAt) => dayPeriod(saidAt + DAY)),
  rule(`\\b(?:about |around |almost |over |nearly )?(${NUMBER}) (${UNIT}) (?:ago|back|earlier)\\b`, (match, saidAt) => shifted(saidAt, -count(match[1] ?? '1'), unitOf(match[2] ?? 'day'))),
  rule(`\\bin (?:about |around )?(${NUMBER}) (${UNIT})(?:['’]s? time)?\\b(?! of\\b)`, (match, saidAt) => shifted(saidAt, count(match[1] ?? '1'), unitOf(match[2] ?? 'day'))),
  rule(`\\b(${NUMBER}) (${UNIT}) from (?:now|today)\\b`, (match, saidAt) => shifted(saidAt, count(match[1] ?? '1'), unitOf(match[2] ?? 'day'))),
  rule(`\\b(${NUMBER}) weekends ago\\b`, (match, saidAt) => weekendPeriod(saidAt - count(match[1] ?? '1') * 7 * DAY)),
  rule('\\b(?:the )?(last|past|next|coming|this)(?: past| coming)? (week|weekend|month|year|decade)\\b', (match, saidAt) => {
    const unit = unitOf(match[2] ?? 'week');
    const step = { last: -1, past: -1, next: 1, coming: 1, this: 0 }[(match[1] ?? 'this').toLowerCase()] ?? 0;
    // Said on a Sunday, "this weekend" is now and "last weekend" a week ago; said on a weekday, "last weekend" is the one gone by.
    return shifted(saidAt, step, unit);
  }),
  rule(`\\b(last|next|this|past|coming|this past|this coming) (${WEEKDAY})`, (match, saidAt) => weekday(match[2] ?? '', simpleWhich(match[1] ?? ''), saidAt)),
  rule(`\\b(?:the )?(early|beginning of|mid|middle of|late|end of)[- ](?:the )?(?:year )?((?:19|20)\\d\\d)\\b`, (match) => part(yearPeriod(Number(match[2])), match[1] ?? ''), { relative: false, approximate: true }),
  rule(`\\b(early|mid|late)[- ](${MONTH})(?: (?:of )?((?:19|20)\\d\\d))?`, (match, saidAt) => part(match[3] === undefined ? namedMonth(match[2] ?? '', '', saidAt) : monthPeriod(Number(match[3]), monthIndex(match[2] ?? '')), match[1] ?? ''), { approximate: true }),
  rule(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH}),? ((?:19|20)\\d\\d)\\b`, (match) => exactDay(Number(match[3]), monthIndex(match[2] ?? ''), Number(match[1])), { relative: false }),
  rule(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\\d\\d)\\b`, (match) => exactDay(Number(match[3]), monthIndex(match[1] ?? ''), Number(match[2])), { relative: false }),
  rule(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH})(?!\\w)`, (match, saidAt) => nearestDay(monthIndex(match[2] ?? ''), Number(match[1]), saidAt)),
  rule(`\\b(${MONTH}) (?:the )?(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, (match, saidAt) => nearestDay(monthIndex(match[1] ?? ''), Number(match[2]), saidAt)),
  rule('\\b((?:19|20)\\d\\d)-(\\d\\d)-(\\d\\d)\\b', (match) => exactDay(Number(match[1]), Number(match[2]) - 1, Number(match[3])), { relative: false }),
  rule('\\b(\\d{1,2})/(\\d{1,2})/((?:19|20)\\d\\d)\\b', (match) => (Number(match[1]) > 12 ? exactDay(Number(match[3]), Number(match[2]) - 1, Number(match[1])) : exactDay(Number(match[3]), Number(match[1]) - 1, Number(match[2]))), { relative: false }),
  rule(`\\b(${MONTH}),? (?:of )?((?:19|20)\\d\\d)\\b`, (match) => monthPeriod(Number(match[2]), monthIndex(match[1] ?? '')), { relative: false }),
  rule(`\\b(?:the )?(?:in )?(${SEASON}) (?:of )?((?:19|20)\\d\\d)\\b`, (match) => seasonPeriod(Number(match[2]), seasonIndex(match[1] ?? '')), { relative: false }),
  rule(`\\b(last|next|this|past|coming) (${SEASON})\\b`, (match, saidAt) => namedSeason(match[2] ?? '', simpleWhich(match[1] ?? ''), saidAt)),
  rule(`\\b(last|next|this|past|coming) (${MONTH})(?!\\w)`, (match, saidAt) => namedMonth(match[2] ?? '', simpleWhich(match[1] ?? ''), saidAt)),
  rule(`\\b(back in|in|since|until|by|during|of|for|from|around|mid|this) (${MONTH})(?![\\w'’])`, (match, saidAt) => (isCapital(match[2]) ? namedMonth(match[2] ?? '', /back|since/i.test(match[1] ?? '') ? 'back' : '', saidAt) : null)),
  rule('\\b(?:the )?(?:(?:19|20)(\\d)0s|[\'’]?([5-9])0s)\\b', (match) => decadePeriod(decadeOf(match)), { relative: false }),
  rule('\\b(?:in|since|back in|until|by|from|during|around|of|year|before|after) ((?:19|20)\\d\\d)\\b(?![.,:]?\\d)', (match) => yearPeriod(Number(match[1])), { relative: false }),
  rule(`\\b(?:on )?((?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b(?!s)`, (match, saidAt) => weekday(match[1] ?? '', '', saidAt)),
  rule('\\b(?:recently|lately|the other day)\\b', (_match, saidAt) => ({ from: startOfDay(saidAt) - 14 * DAY, to: startOfDay(saidAt) + DAY, precision: 'week' }), { approximate: true }),
];

function simpleWhich(text: string): string {
  const which = text.toLowerCase();
  if (which === 'this past' || which === 'past') return 'past';
  return which === 'this coming' ? 'coming' : which;
}

const isCapital = (text: string | undefined): boolean => text !== undefined && /^\p{Lu}/u.test(text);

function decadeOf(match: RegExpExecArray): number {
  if (match[2] !== undefined) return 1900 + Number(match[2]) * 10;
  const digits = /(?:19|20)\d0/.exec(match[0]);
  return digits === null ? 1990 : Number(digits[0]);
}

function exactDay(year: number, month: number, day: number): Period | null {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() === month ? dayPeriod(at) : null;
}

/** A day without its year: the nearest one, looking back as far as eight months and ahead as far as four. */
function nearestDay(month: number, day: number, saidAt: Instant): Period | null {
  const year = new Date(saidAt).getUTCFullYear();
  const years = [year - 1, year, year + 1].map((candidate) => exactDay(candidate, month, day)).filter((period) => period !== null);
  const fits = years.filter(({ from }) => from > saidAt - 245 * DAY && from <= saidAt + 125 * DAY);
  return fits.sort((a, b) => Math.abs(a.from - saidAt) - Math.abs(b.from - saidAt))[0] ?? null;
}
