import { describe, expect, it } from 'vitest';
import { mayBeDuplicates, sameWords, distinctiveTerms } from './near-duplicate.js';

const LONG =
  'On Sunday the studio in Marvila will open its large door for twenty guests of the supper club at noon';

describe('the same words', () => {
  it.each([
    ['The kettle is red.', 'the KETTLE is really red'],
    ['We ship on Fridays', 'Well, okay, we just ship on Fridays, haha'],
    [LONG, `${LONG} sharp`],
    ['Ela mora no Porto.', 'ela mora no Porto!'],
    ['包丁を研ぎます。', '包丁を研ぎます'],
  ])('%j and %j', (a, b) => {
    expect(sameWords(a, b)).toBe(true);
    expect(sameWords(b, a)).toBe(true);
  });

  it.each([
    [
      'little words that turn the sense',
      'Ana arrives before Tom does today',
      'Ana arrives after Tom does today',
    ],
    ['on and off', 'Please turn the oven on at noon', 'Please turn the oven off at noon'],
    ['with and without', 'The soup comes with nuts', 'The soup comes without nuts'],
    ['who did it', 'Tom lent Ana forty euros', 'Ana lent Tom forty euros'],
    ['I and you', 'I owe you the rent for May', 'You owe me the rent for May'],
    ['a question', 'You moved to Porto in June?', 'You moved to Porto in June.'],
    ['a sign', 'It was -5 degrees in Leeds', 'It was 5 degrees in Leeds'],
    ['a unit', 'Seats cost 28 € this year', 'Seats cost 28 $ this year'],
    ['a number', `${LONG} 20`, `${LONG} 24`],
    ['an added number', LONG, `${LONG} 24`],
    ['an added negation', LONG, LONG.replace('will open', 'will not open')],
    ['a contracted negation', LONG, LONG.replace('will open', "won't open")],
    ['a replaced word in a long text', LONG, LONG.replace('Sunday', 'Monday')],
    [
      'a German negation',
      'Am Sonntag öffnet das Studio in Marvila mittags seine große Tür für zwanzig Gäste des Klubs',
      'Am Sonntag öffnet das Studio in Marvila mittags nicht seine große Tür für zwanzig Gäste des Klubs',
    ],
    [
      'a Japanese negation',
      '来月京都の店で新しい包丁を買います',
      '来月京都の店で新しい包丁を買いません',
    ],
    ['an added word in a short text', 'Ana keeps bees in Leeds', 'Ana keeps angry bees in Leeds'],
  ])('not with %s apart', (_what, a, b) => {
    expect(sameWords(a, b)).toBe(false);
    expect(sameWords(b, a)).toBe(false);
  });
});

describe('the first look at content words', () => {
  it('leaves fillers out and needs four words', () => {
    expect(distinctiveTerms(['well', 'the', 'kettl', 'realli', 'red'])).toEqual(['kettl', 'red']);
    expect(mayBeDuplicates(['thank', 'you', 'much'], ['thank', 'you', 'much'])).toBe(false);
    expect(mayBeDuplicates(['a1', 'b', 'c', 'd'], ['a1', 'b', 'c', 'd'])).toBe(true);
    expect(mayBeDuplicates(['a1', 'b', 'c', 'd'], ['a1', 'b', 'd', 'c'])).toBe(false);
  });

  it('lets long texts through when all but little is shared and no number is apart', () => {
    const many = Array.from({ length: 30 }, (_, at) => `word${String.fromCharCode(97 + at)}`);
    expect(mayBeDuplicates(many, [...many, 'more'])).toBe(true);
    expect(mayBeDuplicates(many, [...many, '24'])).toBe(false);
    expect(mayBeDuplicates(many, many.slice(0, 20))).toBe(false);
  });
});
