import { describe, expect, it } from 'vitest';
import { readJudgements } from './judgements.js';

const judged = (text: string): string[] =>
  readJudgements(text).map(({ object, good }) => `${good ? '+' : '-'} ${object}`);

describe('what a text judges', () => {
  it.each([
    ['The staging server is unreliable.', ['- the staging server']],
    [
      'I think oat milk is really delicious, and the old kiln is terrible.',
      ['+ oat milk', '- the old kiln'],
    ],
    ['I find tabs annoying.', ['- tabs']],
    ['Brutalism isn’t ugly.', ['+ Brutalism']],
    ['The new parser is not great.', ['- the new parser']],
    ['Goulash was the best!', ['+ Goulash']],
    ['That course was a waste of money. My bike tastes odd.', ['- course']],
  ])('%s', (text, expected) => {
    expect(judged(text)).toEqual(expected);
  });

  it.each([
    'That is great!',
    'Is the kiln terrible?',
    'If the kiln is terrible, sell it.',
    'It was awful.',
    'Your bread is amazing.',
    'Everything is perfect.',
    '',
  ])('nothing of %s', (text) => {
    expect(judged(text)).toEqual([]);
  });

  it('names the words that say so', () => {
    const text = 'Well. The staging server is flaky.';
    const [judgement] = readJudgements(text);
    expect(text.slice(judgement?.start, judgement?.end)).toBe('The staging server is flaky');
  });
});
