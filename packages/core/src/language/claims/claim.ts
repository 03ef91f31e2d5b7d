import type { ClaimMode } from '../../domain/validity.js';
import type { Instant } from '../../domain/time.js';
import { WIDE_PLACES } from '../names/gazetteer.js';
import { normaliseName } from '../names/name-spelling.js';
import { singular } from '../stem.js';

/** Whom or what a claim is about. */
export type ClaimSubject =
  /** "I", "we": the speaker. */
  | { readonly kind: 'speaker' }
  /** "the user", in notes about the one user of an agent. */
  | { readonly kind: 'user' }
  /** Somebody or something by name. */
  | {
      readonly kind: 'name';
      readonly name: string;
      /** The relation stated with the name: "cousin" of "my cousin Tom". */
      readonly as?: string;
    }
  /** "pool size", "wedding": a common noun phrase in the singular, without its article. */
  | { readonly kind: 'thing'; readonly name: string }
  /** "my sister", "the CEO of Acme": something belonging to somebody or something. */
  | { readonly kind: 'owned'; readonly owner: ClaimSubject; readonly noun: string };

/** The kind of a value; values of different kinds are not compared. */
type ValueKind = 'number' | 'time' | 'date' | 'name' | 'place' | 'release' | 'word' | 'polarity';

export interface ClaimValue {
  readonly kind: ValueKind;
  /** The normalised value, used for comparison. */
  readonly key: string;
}

/** The slot of a claim that ends or replaces a value without naming its slot ("switched from X to Y"). */
export const ANY_SLOT = '*';

/** The statement of one clause: a value in a slot of a subject. */
export interface Claim {
  readonly subject: ClaimSubject;
  /** `lives_in`, `is`, `likes sushi` …; {@link ANY_SLOT} if only the value is named. */
  readonly slot: string;
  readonly value: ClaimValue;
  readonly mode: ClaimMode;
  /** The replacement of the value, for {@link ANY_SLOT}; null if there is none. */
  readonly next: ClaimValue | null;
  /** The words express a change: "now", "moved", "no longer", "actually". */
  readonly change: boolean;
  /** Times, places and conditions under which it holds, normalised and sorted. */
  readonly scope: readonly string[];
  /**
   * The day from which it applies, if that was in the future when said ("starting June 1st"); absent if immediately
   * or unknown.
   */
  readonly from?: Instant;
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ');
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, at): [string, number] => [word, at]),
  ...TENS.map((word, at): [string, number] => [word, 30 + 10 * at]),
]);
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const DAY_MONTH = new RegExp(
  `^(?:the )?(?:${WEEKDAY},? )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\.?(?:,? (\\d{4}))?$`,
  'i',
);
const MONTH_DAY = new RegExp(
  `^(?:${WEEKDAY},? )?(${MONTH})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`,
  'i',
);
const MONTH_ONLY = new RegExp(`^(${MONTH})(?:,? (\\d{4}))?$`, 'i');
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const ON_WEEKDAY = new RegExp(`^(${WEEKDAY})s?$`, 'i');
const CLOCK =
  /^(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|a\.m\.?|p\.m\.?)?(?: (?:uhr|o'clock|sharp|utc|cet|est|pst))?$/i;
const NAMED_CLOCK: Readonly<Record<string, string>> = { noon: '12:00', midnight: '00:00' };
/** Unit conversions: name, unit, factor. */
const UNITS: readonly (readonly [RegExp, string, number])[] = [
  [/^(?:ms|milliseconds?|millis)$/, 's', 0.001],
  [/^(?:s|secs?|seconds?)$/, 's', 1],
  [/^(?:m|mins?|minutes?)$/, 's', 60],
  [/^(?:h|hrs?|hours?)$/, 's', 3_600],
  [/^(?:d|days?)$/, 's', 86_400],
  [/^weeks?$/, 's', 604_800],
  [/^(?:kb|kib|kilobytes?)$/, 'mb', 1 / 1024],
  [/^(?:mb|mib|megabytes?)$/, 'mb', 1],
  [/^(?:gb|gib|gigabytes?|gigs?)$/, 'mb', 1024],
  [/^(?:tb|tib|terabytes?)$/, 'mb', 1_048_576],
  [/^(?:%|percent|per cent)$/, '%', 1],
  [/^(?:€|euros?|eur)$/, 'eur', 1],
  [/^(?:\$|dollars?|usd|bucks)$/, 'usd', 1],
  [/^(?:£|pounds?|gbp|quid)$/, 'gbp', 1],
  [/^(?:cm|centimet(?:er|re)s?)$/, 'cm', 1],
  [/^(?:kg|kilos?|kilograms?)$/, 'kg', 1],
];
const AMOUNT =
  /^(?:about |around |roughly |approximately |only |~)?([£$€])?(\d[\d,]*(?:\.\d+)?|[a-z]+(?:-[a-z]+)?)(k|m)?(?: ?([a-z%€$£]+))?(?: (?:a|an|per|each|every) (?:person |head )?([a-z]+)| ?\/ ?([a-z]+))?$/i;

/** A number with its unit: "30 seconds", "1,100 euros a month", "three", "£300k". */
export function numberValue(text: string): ClaimValue | null {
  const match = AMOUNT.exec(text.trim().toLowerCase());
  if (match === null) return null;
  const [, sign, digits = '', factor, word] = match;
  const amount = amountOf(digits);
  if (amount === null) return null;
  const named = sign ?? word;
  const scale =
    factor === 'k'
      ? 1_000
      : factor === 'm' && (sign !== undefined || word !== undefined)
        ? 1_000_000
        : 1;
  const minutes = factor === 'm' && scale === 1;
  const unit = minutes
    ? (['', 's', 60] as const)
    : named === undefined
      ? (['', '', 1] as const)
      : (UNITS.find(([pattern]) => pattern.test(named)) ?? (['', singular(named), 1] as const));
  return {
    kind: 'number',
    key: `${Number((amount * scale * unit[2]).toPrecision(12))} ${unit[1]}`.trim(),
  };
}

function amountOf(digits: string): number | null {
  if (/^\d/.test(digits)) return Number(digits.replaceAll(',', ''));
  const [tens = '', ones] = digits.split('-');
  const whole = NUMBER_WORDS.get(tens);
  if (whole === undefined) return null;
  const rest = ones === undefined ? 0 : NUMBER_WORDS.get(ones);
  return rest === undefined ? null : whole + rest;
}

/** A time of day: "9:30", "3pm", "noon". A bare number is one only after "at". */
export function clockValue(text: string, bare: boolean): ClaimValue | null {
  const lower = text.trim().toLowerCase();
  const named = NAMED_CLOCK[lower];
  if (named !== undefined) return { kind: 'time', key: named };
  const spelled = NUMBER_WORDS.get(lower.replace(/ o'clock$/, ''));
  const match = CLOCK.exec(spelled === undefined ? lower : String(spelled));
  if (match === null || (!bare && match[2] === undefined && match[3] === undefined)) return null;
  const half = match[3]?.charAt(0);
  const hour = Number(match[1]);
  if (hour > 24) return null;
  const whole = half === 'p' && hour < 12 ? hour + 12 : half === 'a' && hour === 12 ? 0 : hour;
  return { kind: 'time', key: `${String(whole).padStart(2, '0')}:${match[2] ?? '00'}` };
}

/** A date as far as stated: year, month, day or weekday; `?` for the rest. */
export function dateValue(text: string): ClaimValue | null {
  const trimmed = text.trim().replace(/^(?:the )?(?:morning|evening|afternoon|night) of /i, '');
  const iso = ISO.exec(trimmed);
  if (iso !== null) return date(iso[1], Number(iso[2]), Number(iso[3]));
  const first = DAY_MONTH.exec(trimmed);
  if (first !== null) return date(first[3], monthOf(first[2]), Number(first[1]));
  const second = MONTH_DAY.exec(trimmed);
  if (second !== null) return date(second[3], monthOf(second[1]), Number(second[2]));
  const month = MONTH_ONLY.exec(trimmed);
  if (month !== null) return date(month[2], monthOf(month[1]), null);
  if (/^(?:19|20)\d\d$/.test(trimmed)) return { kind: 'date', key: `${trimmed}-?-? ?` };
  const weekday = ON_WEEKDAY.exec(trimmed);
  return weekday === null
    ? null
    : { kind: 'date', key: `?-?-? ${(weekday[1] ?? '').toLowerCase().slice(0, 3)}` };
}

function date(year: string | undefined, month: number, day: number | null): ClaimValue {
  return { kind: 'date', key: `${year ?? '?'}-${month}-${day ?? '?'} ?` };
}

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const WEEKDAY_NAMES = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** A value as a person writes it: "12 September", "Monday"; the key itself if it is readable. */
export function valueInWords({ kind, key }: ClaimValue): string {
  if (kind !== 'date') return key;
  const [dates = '', weekday = '?'] = key.split(' ');
  const [year = '?', month = '?', day = '?'] = dates.split('-');
  const told = [day, month === '?' ? month : (MONTH_NAMES[Number(month) - 1] ?? '?'), year]
    .filter((part) => part !== '?')
    .join(' ');
  return told === ''
    ? (WEEKDAY_NAMES.find((name) => name.toLowerCase().startsWith(weekday)) ?? weekday)
    : told;
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').toLowerCase().slice(0, 3)) + 1;
}

const RELEASE =
  /^(?:version )?((?:[a-z][\w+#-]*(?: (?:js|server|lts))?)?) ?v?(\d+(?:\.\d+)*[a-z]?)(?: lts)?$/i;

/** "Node 18", "version 14.2", "Ubuntu 22.04": a product and its version. */
export function releaseValue(text: string): ClaimValue | null {
  const match = RELEASE.exec(text.trim().replace(/^v(?=\d)/, ''));
  return match === null
    ? null
    : { kind: 'release', key: `${(match[1] ?? '').toLowerCase()}@${match[2]}` };
}

/** A proper name, an identifier, an address: something with a capital, a digit or a symbol in it. */
export function nameValue(text: string): ClaimValue | null {
  const trimmed = text
    .trim()
    .replace(/^(?:called|named|the|a|an|our|my) /, '')
    .replace(/^["“'`]|["”'`]$/g, '');
  if (trimmed === '' || trimmed.split(' ').length > 5 || !/[\p{Lu}\d@_/\\.]/u.test(trimmed))
    return null;
  return { kind: 'name', key: fold(trimmed) };
}

export function placeValue(text: string): ClaimValue | null {
  const trimmed = text.trim().replace(/^the /, '');
  const match = /^\p{Lu}[\p{L}'’.-]*(?: (?:of |de |la |am |upon )?\p{Lu}[\p{L}'’.-]*){0,3}/u.exec(
    trimmed,
  );
  return match === null ? null : { kind: 'place', key: normaliseName(match[0]) };
}

/** A normalised noun phrase: singular, without articles, frequencies and fillers; '' if nothing is left. */
export function nounKey(text: string): string {
  const bare = text
    .toLowerCase()
    .replace(
      /\b(?:any ?more|any longer|at all|a lot|very much|so much|too much|too|also|again|now|really|fluently|regularly|either|much|well|as well|though|everyday|these days|every (?:day|week|morning|night|weekend)|(?:once|twice|three times) a (?:day|week|month)|all the time|often|sometimes)\b/g,
      ' ',
    )
    .replace(/^\s*(?:to|the|a|an|my|our|your|his|her|their|some|any|that|this|no) /, ' ');
  const words = bare.match(/[\p{L}\p{N}][\p{L}\p{N}'’+#.-]*/gu) ?? [];
  if (words.length === 0 || words.length > 5) return '';
  return words.map((word) => singular(word.replace(/[.'’-]+$/, ''))).join(' ');
}

const EMPTY = new Set(
  'it this that these those them him her you me us everything something anything nothing one ones so how what who being way idea'.split(
    ' ',
  ),
);

/** Whether a noun phrase is specific enough to identify something. */
export function identifiesThing(key: string): boolean {
  return (
    key !== '' && !EMPTY.has(key.split(' ')[0] ?? '') && !EMPTY.has(key.split(' ').at(-1) ?? '')
  );
}

function fold(text: string): string {
  return normaliseName(text).replace(/^(?:mr|mrs|ms|dr|prof) /, '');
}

/** `same`, `other`, or `open` if both can be true: one may include the other, or they are not comparable. */
export function compareValues(a: ClaimValue, b: ClaimValue): 'same' | 'other' | 'open' {
  const worded = (kind: ClaimValue['kind']): boolean => kind === 'name' || kind === 'word';
  if (a.kind !== b.kind && !(worded(a.kind) && worded(b.kind))) return 'open';
  if (a.key === b.key) return 'same';
  if (a.kind === 'date') return compareDates(a.key, b.key);
  if (a.kind === 'number') return compareNumbers(a.key, b.key);
  if (a.kind === 'release') return compareReleases(a.key, b.key);
  if (a.kind === 'place' && WIDE_PLACES.has(a.key) !== WIDE_PLACES.has(b.key)) return 'open';
  if (a.kind === 'polarity') return 'other';
  const [left, right] = [a.key.split(' '), b.key.split(' ')];
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short.every((word) => long.includes(word)) ? 'same' : 'other';
}

function compareDates(a: string, b: string): 'same' | 'other' | 'open' {
  const [left, right] = [a, b].map((key) => key.split(/[- ]/)) as [string[], string[]];
  let shared = 0;
  for (const [at, part] of left.entries()) {
    if (part === '?' || right[at] === '?') continue;
    if (part !== right[at]) return 'other';
    shared++;
  }
  return shared > 0 ? 'same' : 'open';
}

function compareNumbers(a: string, b: string): 'same' | 'other' | 'open' {
  const [[amount, unit = ''], [other, otherUnit = '']] = [a.split(' '), b.split(' ')] as [
    string[],
    string[],
  ];
  if (unit !== otherUnit && unit !== '' && otherUnit !== '') return 'open';
  return amount === other ? 'same' : 'other';
}

function compareReleases(a: string, b: string): 'same' | 'other' | 'open' {
  const [name = '', version] = a.split('@');
  const [otherName = '', other] = b.split('@');
  if (name !== otherName && name !== '' && otherName !== '') return 'open';
  return version === other ? 'same' : 'other';
}
