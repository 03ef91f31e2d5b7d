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
import { readingStep } from './reading-step.js';

export type { DateMention } from './dates/date-mention.js';

interface RuleGroup {
  /**
   * A text that does not match this has nothing for the group. Without the flag `u`, which makes it three
   * times as slow.
   */
  readonly hint: RegExp;
  readonly rules: readonly DateRule[];
}

const FIGURES: RuleGroup = { hint: /\d{2}|\d ?[年년]/, rules: NUMERIC_RULES };
/** Of equally long matches, the one of the earlier group wins. */
const ENGLISH: readonly RuleGroup[] = [
  {
    hint: /\b(?:e(?:very|ach) |(?:once|twice|times) (?:an?|per|e)|daily|nightly|(?:bi)?weekly|fortnightly|monthly|yearly|annually|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week(?:end|day|night)s)/i,
    rules: RECURRING_RULES,
  },
  {
    hint: /\b(?:ago\b|yesterday|to(?:day|night|morrow)|2nite|tmrw|recently|lately|(?:last|past|this|next|these|coming|upcoming) (?:past |last |coming |very |few )?(?:\d|morn|after|eve|night|min|hour|day|week|mon|year|dec|fort|quar|couple|few|several|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a )|the other |in (?:an?|another|about|around|\d|\w{2,8} (?:min|hour|day|night|week|month|year|dec)\w{0,6}|few|couple|over|less|more|like|some|at|maybe|probably|approximately|roughly|almost|nearly)\b|from (?:now|today)|the weekend|(?:end|beginning|start|middle|rest) of|day (?:before|after)|before last)|s? back\b|\b(?:noon|midday)\b/i,
    rules: RELATIVE_RULES,
  },
  {
    hint: /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|the \d|fourth)/i,
    rules: NAMED_DAY_RULES,
  },
  {
    hint: /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|q\d|[a-z]{3,6}ties\b)|['’\d]\d/i,
    rules: MONTH_RULES,
  },
  { hint: /\b(?:mon|tue|wed|thu|fri|sat|sun)/i, rules: WEEKDAY_RULES },
  {
    hint: /christmas|xmas|new year|halloween|thanksgiving|easter|valentine|boxing|independence|black friday|good friday|(?:mother|father)['’]?s day|(?:labor|memorial|veterans['’]?) day|patrick['’]?s day/i,
    rules: HOLIDAY_RULES,
  },
  FIGURES,
];
const ANYTHING = /[\p{L}\d]/u;
/** All hints in one pass: most texts name no time at all. */
const ANY_HINT = new RegExp(ENGLISH.map(({ hint }) => hint.source).join('|'), 'i');

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

function datesIn(text: string, saidAt: Instant, language = 'en'): DateMention[] {
  const saying: Saying = { text, at: saidAt, dayFirst: language !== 'en' };
  if (language !== 'en')
    return apart([
      ...readOtherLanguage(text, saidAt, language),
      ...byRules(
        [
          FIGURES,
          {
            hint: ANYTHING,
            rules: Object.hasOwn(PHRASE_RULES, language) ? (PHRASE_RULES[language] ?? []) : [],
          },
        ],
        saying,
      ),
    ]);
  if (!ANY_HINT.test(text)) return [];
  const refined = apart(byRules(ENGLISH, saying)).map((mention) =>
    anchored(refine(mention, text, saidAt), text),
  );
  // A time of day between two dates may have been attached to both.
  return referringBack(withoutStrayHours(joinRanges(apart(refined), text)), text);
}

function byRules(groups: readonly RuleGroup[], saying: Saying): DateMention[] {
  const found: DateMention[] = [];
  for (const rule of groups.flatMap(({ hint, rules }) => (hint.test(saying.text) ? rules : []))) {
    for (const match of matchAll(saying.text, rule.pattern)) {
      const reading = rule.read(match, saying);
      if (reading === null) continue;
      found.push({
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
        ...reading,
      });
    }
  }
  return found;
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
