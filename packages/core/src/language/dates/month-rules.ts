import type { Period } from '../../domain/time.js';
import {
  chosenByTense,
  decadePeriod,
  monthPeriod,
  seasonPeriod,
  seasonsAround,
  weekendPeriod,
  weekPeriod,
  yearPeriod,
} from '../calendar.js';
import {
  absolute,
  before,
  dateRule,
  relative,
  type DateReading,
  type DateRule,
  type Saying,
} from './date-mention.js';
import { fullYear, MONTH_YEAR_RULE } from './day-rules.js';
import { tenseAt } from './tense.js';
import { isCapital, MONTH, monthOf, SEASON, seasonOfName, YEAR } from './vocabulary.js';

const WHICH = '(last|past|this past|this last|this coming|this|next|coming|upcoming)';
/** Words that make a following month name a month rather than a verb or a person ("April"). */
const SURE_CUE =
  '(?:back in|in|since|until|till|during|throughout|early|mid|late|end of|beginning of|start of|middle of|month of|day of)';
const WEAK_CUE = '(?:by|from|through|of|around|before|after|to|for)';
const NAMES_TOO = /^(?:april|may|june|august|jan|mar|march|dec)\b/iu;

/** For a yearly period: "last" and "this past" have ended, "this" is in this year, "next" has not begun. */
function byWhich(
  candidates: readonly Period[],
  which: string,
  saying: Saying,
  match: RegExpMatchArray,
): Period | undefined {
  const start = match.index ?? 0;
  const plain = which.toLowerCase();
  if (/^(?:last|past|this past|this last)$/.test(plain))
    return candidates.findLast(({ to }) => to <= saying.at);
  if (/next|coming/.test(plain)) return candidates.find(({ from }) => from > saying.at);
  if (plain === 'this') return thisYears(candidates, saying.at);
  if (/^(?:back in|since)$/.test(plain))
    return candidates.findLast(({ from }) => from <= saying.at);
  return chosenByTense(candidates, saying.at, tenseAt(saying.text, start, start + match[0].length));
}

function thisYears(candidates: readonly Period[], at: number): Period | undefined {
  const year = new Date(at).getUTCFullYear();
  return (
    candidates.find(({ from, to }) => from <= at && to > at) ??
    candidates.find(({ from }) => new Date(from).getUTCFullYear() === year)
  );
}

function month(
  match: RegExpMatchArray,
  saying: Saying,
  which: string,
  name: string,
): DateReading | null {
  const year = new Date(saying.at).getUTCFullYear();
  const chosen = byWhich(
    [-2, -1, 0, 1, 2].map((offset) => monthPeriod(year + offset, monthOf(name))),
    which,
    saying,
    match,
  );
  return chosen === undefined ? null : relative(chosen);
}

function season(
  match: RegExpMatchArray,
  saying: Saying,
  which: string,
  name: string,
): DateReading | null {
  const candidates = seasonsAround(saying.at, seasonOfName(name));
  const chosen = byWhich(candidates, which, saying, match);
  return chosen === undefined ? null : relative(chosen);
}

/** "in the summer" is a time only if a tense determines which. */
function tensedSeason(match: RegExpMatchArray, saying: Saying): DateReading | null {
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  return tense === 'unknown' ? null : season(match, saying, '', match[1] ?? '');
}

/** "from March to July 2022": the first month is in the second one's year or the year before. */
function months(match: RegExpMatchArray, saying: Saying): DateReading | null {
  const [firstName, lastName, year] = [match[1] ?? '', match[2] ?? '', match[3]];
  if (!isCapital(firstName) || !isCapital(lastName)) return null;
  const last =
    year === undefined
      ? month(match, saying, '', lastName)
      : absolute(monthPeriod(Number(year), monthOf(lastName)));
  if (last === null) return null;
  const wraps = monthOf(firstName) > monthOf(lastName) ? 1 : 0;
  return {
    ...last,
    from: monthPeriod(new Date(last.from).getUTCFullYear() - wraps, monthOf(firstName)).from,
  };
}

const DECADE_WORDS: Readonly<Record<string, number>> = {
  twenties: 20,
  thirties: 30,
  forties: 40,
  fifties: 50,
  sixties: 60,
  seventies: 70,
  eighties: 80,
  nineties: 90,
};
const SOMEONES_AGE =
  /(?:\b(?:my|his|her|their|your|our|its|low|high)|(?<!\p{L})\p{L}+['’]s) (?:early |mid[ -]|late )?$/iu;

/** "the 90s" is the latest such decade that has begun. */
function decade(match: RegExpMatchArray, saying: Saying): DateReading | null {
  if (SOMEONES_AGE.test(before(match, saying))) return null;
  const digits = match[1] ?? match[2];
  const tens =
    digits === undefined ? (DECADE_WORDS[(match[3] ?? '').toLowerCase()] ?? 0) : Number(digits);
  if (tens >= 1000) return absolute(decadePeriod(tens));
  const now = new Date(saying.at).getUTCFullYear();
  const year = now - (now % 100) + tens;
  return absolute(decadePeriod(year > now ? year - 100 : year));
}

/** "the first week of May", "last weekend of June 2023". */
function weekOfMonth(match: RegExpMatchArray, saying: Saying): DateReading | null {
  const yearText = match[4];
  const whole =
    yearText === undefined
      ? month(match, saying, '', match[3] ?? '')
      : absolute(monthPeriod(Number(yearText), monthOf(match[3] ?? '')));
  if (whole === null) return null;
  const unit = (match[2] ?? '').toLowerCase() === 'weekend' ? weekendPeriod : weekPeriod;
  const within: Period[] = [];
  for (let at = whole.from; at < whole.to + 6 * 86_400_000; at += 7 * 86_400_000) {
    const period = unit(at);
    // A week belongs to the month with most of its days: the first week of June 2025 does not start in May.
    const shared = Math.min(period.to, whole.to) - Math.max(period.from, whole.from);
    if (unit === weekPeriod ? shared > (period.to - period.from) / 2 : shared > 0)
      within.push(period);
  }
  const place =
    { first: 0, second: 1, third: 2, fourth: 3, last: -1 }[(match[1] ?? '').toLowerCase()] ?? 0;
  const chosen = within.at(place);
  return chosen === undefined ? null : { ...whole, ...chosen };
}

/** Months, seasons, quarters, years and decades by name, in English. */
export const MONTH_RULES: readonly DateRule[] = [
  dateRule(
    `\\b(?:the )?(first|second|third|fourth|last) (week|weekend) (?:of|in) (${MONTH})(?:,? (?:of )?(${YEAR}))?`,
    weekOfMonth,
  ),
  MONTH_YEAR_RULE,
  dateRule(
    `\\b(?:(?:from|between) )?(${MONTH}) ?(?:to|until|till|through|and|-|–) ?(${MONTH})(?:,? (?:of )?(${YEAR}))?(?![\\d:%]| ?\\d)`,
    months,
  ),
  dateRule(`(?<![\\p{L}\\d])${WHICH} (${MONTH})(?![ ]?\\d)`, (match, saying) =>
    isCapital(match[2] ?? '') || (match[2] ?? '').length > 5
      ? month(match, saying, match[1] ?? '', match[2] ?? '')
      : null,
  ),
  dateRule(`(?<![\\p{L}\\d])(${SURE_CUE})[ -](${MONTH})(?![ ]?\\d|['’]s)`, (match, saying) => {
    const name = match[2] ?? '';
    // "till may" and "early mar" are ambiguous; with more letters, or such a word before it, it is a month.
    return isCapital(name) ||
      name.length > 3 ||
      /^(?:in|since|during|until)$|of$/i.test(match[1] ?? '')
      ? month(match, saying, match[1] ?? '', name)
      : null;
  }),
  dateRule(`(?<![\\p{L}\\d])${WEAK_CUE} (${MONTH})(?![ ]?\\d|['’]s)`, (match, saying) =>
    isCapital(match[1] ?? '') && !NAMES_TOO.test(match[1] ?? '')
      ? month(match, saying, '', match[1] ?? '')
      : null,
  ),
  dateRule(
    '(?<![\\p{L}\\d]|(?:mr|ms|mrs|dr)\\.? )(january|february|july|september|october|november|december)(?![ ]?\\d|[\\p{L}])',
    (match, saying) =>
      isCapital(match[1] ?? '') ? month(match, saying, '', match[1] ?? '') : null,
  ),
  dateRule(
    `\\b${WHICH} (${SEASON})(?![\\p{L}\\d-])(?! (?:apart|short|behind|asleep|in love|cleaning|roll|break\\w))`,
    (match, saying) => season(match, saying, match[1] ?? '', match[2] ?? ''),
  ),
  dateRule(
    `\\b(?:the )?(${SEASON})(?: of|,| in)? (${YEAR}|['’]\\d\\d)(?![\\d:%])`,
    (match, saying) =>
      absolute(
        seasonPeriod(
          fullYear((match[2] ?? '').replace(/['’]/, ''), saying.at),
          seasonOfName(match[1] ?? ''),
        ),
      ),
  ),
  dateRule(
    `\\b(?:in|over|during|since) (?:the )?(spring|summer|autumn|winter|(?<=the )fall)(?![\\p{L}\\d-])(?! (?:of|coat|clothes|vibes|jobs?|camp|olympics))`,
    tensedSeason,
  ),
  dateRule(`\\bq([1-4])[ ,/-]{0,2}(${YEAR})(?!\\d)`, (match) =>
    absolute({
      ...monthPeriod(Number(match[2]), (Number(match[1]) - 1) * 3),
      to: Date.UTC(Number(match[2]), Number(match[1]) * 3, 1),
      precision: 'season',
    }),
  ),
  dateRule(
    `(?<![\\p{L}\\d$€£.,-])(?:in |of |since |class of )['’](\\d\\d)(?![\\d\\p{L}])`,
    (match, saying) => absolute(yearPeriod(fullYear(match[1] ?? '', saying.at))),
  ),
  dateRule(
    `(?<![\\p{L}\\d$€£.,])(?:(?:the )?((?:1[89]|20)\\d0)['’]?s|(?:the (?:early |mid[ -]|late )?['’]?|(?:early|mid|late)[ -]['’]?|['’])([2-9]0)['’]?s|the (?:early |mid[ -]|late )?(${Object.keys(DECADE_WORDS).join('|')}))(?![\\p{L}\\d])`,
    decade,
  ),
];
