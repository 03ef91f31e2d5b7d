import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUSE_CUES } from './causal/causes.js';
import { IMPLIED_CUES, VERBAL_CUES } from './causal/causal-clauses.js';
import { HOLIDAY_RULES, MONTH_RULES } from './dates/month-and-holiday-rules.js';
import { NAMED_DAY_RULES, NUMERIC_RULES } from './dates/day-rules.js';
import { PHRASE_RULES } from './dates/foreign-phrases.js';
import { RELATIVE_RULES } from './dates/relative-rules.js';
import { RECURRING_RULES, WEEKDAY_RULES } from './dates/weekdays-and-recurrence.js';
import { foldLetter, requiredLiterals } from './pattern-matching.js';
import { ReadText } from './read-text.js';

const PATTERNS: readonly RegExp[] = [
  ...[...CLAUSE_CUES, ...VERBAL_CUES, ...IMPLIED_CUES].map(({ pattern }) => pattern),
  ...[
    ...[HOLIDAY_RULES, MONTH_RULES, NAMED_DAY_RULES, NUMERIC_RULES, RELATIVE_RULES],
    ...[RECURRING_RULES, WEEKDAY_RULES, ...Object.values(PHRASE_RULES)],
  ].flatMap((rules) => rules.map(({ pattern }) => pattern)),
  /\S{1,30}x/iu,
  /\bd\d{2}(?![a-z])/,
  /(?<![A-Za-z])k(?:ä|ö|ss)\b/iu,
  /["“”«»]|\u{1F600}/u,
  /(?<=a)b+(?= c)|(\w)\1/,
  /^(?:un)?do[^a-y]$/m,
];
/** The words of the patterns, and surrounding text. */
const WORDS = [
  ...new Set(PATTERNS.flatMap(({ source }) => source.match(/[\p{L}\p{N}'’]+/gu) ?? [])),
  ...'ſ K ß ẞ İ ı µ ς 7 19 2024 . , ; " “ é x-y'.split(' '),
];

describe('ReadText', () => {
  it('never takes a pattern for one that cannot match where it matches', () => {
    const words = fc.constantFrom(...WORDS);
    const written = fc.oneof(
      words,
      words.map((word) => word.toUpperCase()),
    );
    const gap = fc.constantFrom(' ', ' ', ' ', '', '\n', ', ', '-');
    fc.assert(
      fc.property(fc.array(fc.tuple(written, gap), { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        const reading = new ReadText(text);
        for (const pattern of PATTERNS) {
          pattern.lastIndex = 0;
          if (pattern.test(text)) expect(reading.may(pattern), `${String(pattern)}`).toBe(true);
          pattern.lastIndex = 0;
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [/\bbecause of\b/i, ['The boiler broke.', 'It is abecause ofa.'], 'BECAUSE OF the rain'],
    [/\d\d:\d\d/, ['at noon'], 'at 12:30'],
    [/(?<!\p{L})so(?!\p{L})/iu, ['some sofa', 'also'], 'and so on'],
    [/[^\u0000-\u007f]/, ['plain'], 'naïve'],
    [/\p{Lu}/u, ['all small'], 'One capital'],
    [/kiss/iu, ['a bird'], 'a KIſS'],
  ])('does not try %s where its letters do not stand', (pattern, without, within) => {
    for (const text of without) expect(new ReadText(text).may(pattern)).toBe(false);
    expect(new ReadText(within).test(pattern)).toBe(true);
  });

  it('folds together whatever a pattern without regard to case takes for one another', () => {
    const units = Array.from({ length: 0xd800 }, (_, unit) => unit).filter((unit) => {
      const letter = String.fromCharCode(unit);
      return letter.toLowerCase() !== letter || letter.toUpperCase() !== letter;
    });
    const all = String.fromCharCode(...units);
    for (const unit of units) {
      const escaped = `\\u${unit.toString(16).padStart(4, '0')}`;
      for (const flags of ['gi', 'giu'])
        for (const met of all.match(new RegExp(escaped, flags)) ?? [])
          expect(foldLetter(met.charCodeAt(0))).toBe(foldLetter(unit));
    }
  });

  it.each([
    ['(?:so )?whether|up', 'up|whether'],
    ['\\b(?:cat|dog)s?\\b', ' cat | cats | dog | dogs '],
    ['colou?r (?=blue)', 'color |colour '],
    ['\\w+ing\\b', 'ing '],
    ['.*', ''],
  ])('reads off %s that one of %s is needed', (source, needed) => {
    const [choice = []] = requiredLiterals(new RegExp(source));
    expect([...choice].sort()).toEqual(needed === '' ? [] : needed.split('|').sort());
  });

  it('reads words and sentences once, and the only sentence as itself', () => {
    const reading = new ReadText('Ana moved to Lisbon.');
    expect(reading.words).toBe(reading.words);
    expect(reading.sentences[0]?.reading).toBe(reading);
    const two = new ReadText('Ana moved. Tom stayed.');
    expect(two.sentences.map((sentence) => sentence.reading.text)).toEqual([
      'Ana moved.',
      'Tom stayed.',
    ]);
  });
});
