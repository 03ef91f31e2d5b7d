import { describe, expect, it } from 'vitest';
import { parseNotes, readValues } from './prompted-reader.js';

const NOTE = {
  id: 'x1',
  turns: ['t1'],
  about: 'Ylva',
  aspect: 'home',
  value: 'Gent',
  text: 'Ylva lives in Gent.',
};
const one = JSON.stringify(NOTE);

describe('an answer in text', () => {
  it.each([
    ['an object', `{"notes":[${one}]}`],
    ['a list', `[${one}]`],
    ['one note', one],
    ['a fence', `\`\`\`json\n{"notes":[${one}]}\n\`\`\``],
  ])('is read as %s', (_, text) => {
    expect(readValues(text)).toEqual([NOTE]);
  });

  it('is read as lines, and an empty one of each form is none', () => {
    expect(readValues(`${one}\n\n${one}\n`)).toEqual([NOTE, NOTE]);
    expect(readValues('{"notes":[]}')).toEqual([]);
    expect(readValues('[]')).toEqual([]);
  });

  it.each([
    ['prose', 'Ylva lives in Gent, I think.'],
    ['prose around JSON', `Here you are:\n${one}`],
    ['half a JSON', `{"notes":[${one.slice(0, 40)}`],
    ['another object', '{"facts":[]}'],
    ['nothing', ''],
    ['a number', '42'],
  ])('that is %s is none', (_, text) => {
    expect(readValues(text)).toBeNull();
  });
});

describe('notes of an answer', () => {
  const names = { turns: new Map([['t1', 'm_a']]), notes: new Map([['n2', 'm_b']]) };

  it('refer to what they were shown by its names', () => {
    const { notes } = parseNotes(
      [{ ...NOTE, turns: ['T01', 't7'], replaces: ['n2', 'x0', 'n9'], because: '', is: '' }],
      names,
    );
    expect(notes[0]).toMatchObject({
      turns: ['m_a', 't7'],
      replaces: ['m_b', 'x0', 'n9'],
      because: null,
      is: null,
    });
  });

  it('lose a wrong part that they can do without, and nothing else', () => {
    const { notes, malformed } = parseNotes(
      [{ ...NOTE, outcome: 'went well', asks: 'Where does she live?', because: 'a new job' }],
      names,
    );
    expect(notes[0]).toMatchObject({
      text: NOTE.text,
      outcome: null,
      asks: [],
      because: 'a new job',
    });
    expect(malformed).toEqual({});
  });

  it('are refused one by one, by what is wrong with them', () => {
    const { notes, malformed } = parseNotes(
      [
        NOTE,
        { ...NOTE, text: 'x'.repeat(60_000) },
        { ...NOTE, from: '2031-05-01', until: '2031-01-01' },
        { ...NOTE, turns: [] },
        { ...NOTE, status: 'maybe' },
        'prose',
        null,
      ],
      names,
    );
    expect(notes).toHaveLength(1);
    expect(malformed).toEqual({
      'no note: text is wrong': 1,
      'no note: until is wrong': 1,
      'no note: turns is wrong': 1,
      'no note: status is wrong': 1,
      'no note: its form is wrong': 2,
    });
  });
});
