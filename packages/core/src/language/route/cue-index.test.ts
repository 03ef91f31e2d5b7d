import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CueIndex, outlineOf } from './cue-index.js';
import { foldQuestion, type Cues } from './cue-table.js';
import { PARADIGM_CUES } from './read-route.js';
import { REASONING_CUES } from './reasoning-cues.js';
import { TYPE_CUES } from './type-cues.js';

const TABLES: readonly Cues[] = [
  ...Object.values(TYPE_CUES),
  ...REASONING_CUES.map(([, cues]) => cues),
  ...Object.values(PARADIGM_CUES),
];
const LISTS = TABLES.flatMap(({ strong, plain, weak }) => [strong, plain, weak]).filter(
  (list) => list !== undefined,
);
/** Words of the patterns, and some that occur in none. */
const WORDS = [
  ...new Set([
    ...(LISTS.flat()
      .join(' ')
      .match(/[a-z']+/g) ?? []),
    'anna',
    'the',
    '2',
    '2023',
    'q3',
    ',',
    '-',
    "'s",
    '?',
    'x-y',
  ]),
];

describe('a book of cues', () => {
  it('finds what one choice of all patterns of a list would find', () => {
    const book = new CueIndex();
    const lists = LISTS.map((patterns) => ({
      list: book.add(patterns),
      plain: new RegExp(`(?<![\\w'-])(?:${patterns.join('|')})(?![\\w-]|'(?!s\\b))`),
    }));
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ' ', ' ', ', ', '-', '')),
          { minLength: 1, maxLength: 12 },
        ),
        (parts) => {
          const text = foldQuestion(parts.flat().join(''));
          const read = book.read(text);
          for (const { list, plain } of lists)
            expect(read.first(list)).toBe(plain.exec(text)?.[0] ?? null);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ['why', ['why'], 'why'],
    ['(?:so )?whether|up', ['so ', 'up', 'whe'], ''],
    ["^(?:ok |hm )*wh(?:at|o)(?:'s)? now", ['hm ', 'ok ', 'wha', 'who'], ' now'],
    ['(?<!the )plans?(?! b) ahead', ['pla'], ' ahead'],
    ['\\d+ days', [''], ' days'],
    ['i[ef] not(?:s? ever)?', ['i'], ' not'],
    ['a+b|c{0,2}d|v\\.x', ['a', 'c', 'd', 'v.x'], ''],
    ['vs\\.?', ['vs', 'vs.'], 'vs'],
  ])('outlines %s', (source, openings, literal) => {
    const outline = outlineOf(source);
    expect([...outline.openings].sort()).toEqual(openings);
    expect(outline.literal).toBe(literal);
  });
});
