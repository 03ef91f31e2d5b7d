import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompose } from './decompose-question.js';

const steps = (question: string): (readonly [string, number | null, string | null])[] | null =>
  decompose(question)?.steps.map(({ text, takes, seeks }) => [text, takes, seeks] as const) ?? null;

describe('a question taken apart by rules', () => {
  it.each([
    [
      'What does the person who adopted a greyhound do for a living?',
      'who adopted a greyhound?',
      'What does {} do for a living?',
      'person',
    ],
    [
      'How many children does the woman who runs the bakery have?',
      'who runs the bakery?',
      'How many children does {} have?',
      'person',
    ],
    ['Did Ana visit the city where Ben lives?', 'where Ben lives?', 'Did Ana visit {}?', 'place'],
    [
      'Who recommended the book that Priya is reading?',
      'which book Priya is reading?',
      'Who recommended {}?',
      'thing',
    ],
    [
      'What instrument does the neighbour who moved in last May play?',
      'who moved in last May?',
      'What instrument does {} play?',
      'person',
    ],
  ])('%s', (question, first, second, seeks) => {
    expect(decompose(question)?.structure).toBe('bridge');
    expect(steps(question)).toEqual([
      [first, null, seeks],
      [second, 0, null],
    ]);
  });

  it.each([
    [
      'Which bands do both Ana and Ben like?',
      'both',
      ['Which bands do Ana like?', 'Which bands do Ben like?'],
    ],
    ['What do Ana and Ben have in common?', 'both', ['What do Ana have?', 'What do Ben have?']],
    ['Is Ana older than Ben?', 'comparison', ['Is Ana older?', 'Is Ben older?']],
    [
      'Who started running first, Ana or Ben?',
      'comparison',
      ['Who started running first Ana?', 'Who started running first Ben?'],
    ],
    [
      'What did Tom do after he moved to Lisbon?',
      'sequence',
      ['when Tom moved to Lisbon?', 'What did Tom do?'],
    ],
    [
      'What did Jean study before meeting Maria?',
      'sequence',
      ['when Jean meeting Maria?', 'What did Jean study?'],
    ],
  ])('%s', (question, structure, texts) => {
    const parts = decompose(question);
    expect(parts?.structure).toBe(structure);
    expect(parts?.steps.map(({ text }) => text)).toEqual(texts);
  });

  it('asks on the right side of a happening', () => {
    expect(
      decompose('What did Tom do after he moved to Lisbon?')?.steps.map(({ side }) => side),
    ).toEqual([null, 'after']);
    expect(
      decompose('What did Jean study before meeting Maria?')?.steps.map(({ side }) => side),
    ).toEqual([null, 'before']);
  });

  it.each([
    'Where does Tom live now?',
    'What books has Ana read?',
    'Who is Ben?',
    'What did Ana do after 3 May?',
    'Which city does she like?',
    'Is tea or coffee in the kitchen?',
    '',
  ])('leaves a plain question alone: %s', (question) => {
    expect(decompose(question)).toBeNull();
  });

  it('never throws, points only backwards, and has a gap only where something is taken', () => {
    const word = fc.constantFrom(
      'the',
      'person',
      'who',
      'that',
      'where',
      'Ana',
      'Ben',
      'and',
      'both',
      'or',
      'than',
      'after',
      'before',
      'does',
      'live',
      'moved',
      'What',
      'city',
      '{}',
      ',',
      '(',
      '$',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        decompose(words.filter((each) => each !== '{}').join(' '))?.steps.forEach(
          ({ text, takes }, at) => {
            expect(takes === null || takes < at).toBe(true);
            expect(text.includes('{}')).toBe(takes !== null);
          },
        );
      }),
    );
  });
});
