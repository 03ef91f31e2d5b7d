import { describe, expect, it } from 'vitest';
import { createStemmer } from './stem.js';
import { checkConditions } from './strategy-wording.js';

const stemmer = createStemmer();
const check = (condition: string, ...facts: string[]) =>
  checkConditions(
    [condition],
    facts.map((text) => ({ text, confidence: 0.9 })),
    stemmer,
  )[0]?.state;

describe('a condition held against facts', () => {
  it.each([
    ['the cart is empty', 'The cart is empty.', 'met'],
    ['the cart is empty', 'The cart is full.', 'violated'],
    ['the user is logged in', 'The user is not logged in', 'violated'],
    ['not the user is logged in', 'The user is not logged in', 'met'],
    ['the results are paginated', 'This list of results is paginated over 4 pages.', 'met'],
    ['the button is enabled', 'The button is disabled', 'violated'],
    ['stock: low', 'stock: low', 'met'],
    ['stock: low', 'stock: high', 'violated'],
    ['not stock: low', 'stock: high', 'met'],
    ['the coupon is valid', 'The cart holds three books.', 'unknown'],
    ['the payment was declined', 'The payment page is open.', 'unknown'],
  ])('%s · %s: %s', (condition, fact, state) => {
    expect(check(condition, fact)).toBe(state);
  });

  it('is decided by the surest fact that speaks of it', () => {
    const facts = [
      { text: 'The shop is open', confidence: 0.4 },
      { text: 'The shop is closed', confidence: 0.9 },
    ];
    expect(checkConditions(['the shop is open'], facts, stemmer)).toEqual([
      {
        condition: 'the shop is open',
        state: 'violated',
        confidence: 0.9,
        fact: 'The shop is closed',
      },
    ]);
    expect(checkConditions(['the shop is open'], [], stemmer)).toEqual([
      { condition: 'the shop is open', state: 'unknown', confidence: 0.5, fact: null },
    ]);
  });
});
