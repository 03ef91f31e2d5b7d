import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genderOf } from './antecedents.js';
import { resolveReferences } from './references.js';

const lines = (...texts: readonly string[]) => texts.map((text) => ({ speaker: null, text }));
const read = (query: string, ...texts: readonly string[]): string =>
  resolveReferences(query, lines(...texts)).text;

describe('a question within a conversation', () => {
  it.each([
    ['Where does she live?', 'Priya moved to Lisbon in spring.', 'Where does Priya live?'],
    ['Where does she live?', 'Tom met Anna at the station.', 'Where does Anna live?'],
    ['What is his job?', 'Anna had lunch with Tom.', "What is Tom's job?"],
    ['What is her job?', 'I had lunch with my sister Ana.', "What is Ana's job?"],
    ['When did you last see her?', 'Maria called this morning.', 'When did you last see Maria?'],
    ['When did it start?', 'We talked about the Helios project.', 'When did Helios start?'],
    [
      'Who leads that project?',
      'We talked about the Helios project with Tom.',
      'Who leads Helios?',
    ],
    ['Who works there?', 'Tom moved to Lisbon.', 'Who works Lisbon?'],
    [
      'Did I read the same one before?',
      'I finished "The Hobbit" last night.',
      'Did I read Hobbit before?',
    ],
    ['When did I buy it?', 'I bought a blue guitar at the market.', 'When did I buy blue guitar?'],
    ['How old is that dog?', 'My dog Max is ill.', 'How old is Max?'],
    [
      'What do they have in common?',
      'Priya and Anna went hiking.',
      'What do Priya and Anna have in common?',
    ],
    ['What did that woman say?', 'Maria spoke for an hour.', 'What did Maria say?'],
  ])('%s after “%s”', (query, before, expected) => {
    expect(read(query, before)).toBe(expected);
  });

  it.each([
    ['Is there a plan?', 'Tom moved to Lisbon.'],
    ['What time is it?', 'We talked about the Helios project.'],
    ['Will it rain?', 'We talked about the Helios project.'],
    ['Where did Melanie go when she was ill?', 'Priya called.'],
    ['Where does he live?', 'Priya moved to Lisbon in spring.'],
    ['Who came that day?', 'Priya moved to Lisbon in spring.'],
    ['Where does Tom live?', 'Priya moved to Lisbon in spring.'],
  ])('%s stays as it is after “%s”', (query, before) => {
    expect(resolveReferences(query, lines(before))).toEqual({
      text: query,
      readings: [],
      open: [],
    });
  });

  it('leaves open what fits two alike, and names both', () => {
    expect(resolveReferences('Where does she live?', lines('Priya and Anna went hiking.'))).toEqual(
      {
        text: 'Where does she live?',
        readings: [],
        open: [{ said: 'she', among: ['Priya', 'Anna'] }],
      },
    );
  });

  it('takes the one spoken of last, and tells of another that would fit', () => {
    const { text, readings } = resolveReferences(
      'Where does she live?',
      lines('Anna called.', 'Priya wrote, too.'),
    );
    expect(text).toBe('Where does Priya live?');
    expect(readings).toEqual([{ said: 'she', as: 'Priya', others: ['Anna'] }]);
  });

  it('knows who speaks, but not the roles of a chat', () => {
    const said = (speaker: string) =>
      resolveReferences('Where does she live?', [{ speaker, text: 'That was a long day.' }]).text;
    expect(said('Priya')).toBe('Where does Priya live?');
    expect(said('user')).toBe('Where does she live?');
    expect(said('Tom')).toBe('Where does she live?');
  });

  it('reads several words of one question', () => {
    expect(
      resolveReferences('What did she say about it there?', [
        { speaker: 'Priya', text: 'The Helios project is late, they told me in Porto.' },
      ]).text,
    ).toBe('What did Priya say about Helios Porto?');
  });

  it('tells women’s and men’s names apart and is silent about others', () => {
    expect(['Priya', 'Zoë', 'sister', 'Tom', 'Mr. Weber', 'Alex', 'Helios'].map(genderOf)).toEqual([
      'female',
      'female',
      'female',
      'male',
      'male',
      null,
      null,
    ]);
  });

  it('never throws, and changes only what it tells', () => {
    const word = fc.constantFrom(
      'she',
      'her',
      'it',
      'there',
      'that',
      'project',
      'the same',
      'one',
      'Priya',
      'Tom',
      'Lisbon',
      'and',
      'my',
      'sister',
      'a',
      'guitar',
      '.',
      '$&',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (query, before) => {
        const { text: resolved, readings } = resolveReferences(query, lines(...before));
        if (readings.length === 0) expect(resolved).toBe(query);
        for (const { as } of readings) expect(resolved).toContain(as);
      }),
    );
  });
});
