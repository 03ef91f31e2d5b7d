import { describe, expect, it } from 'vitest';
import { readNorms } from './instructions.js';

const norms = (text: string): string[] =>
  readNorms(text).map(({ bids, deed }) => `${bids ? '+' : '-'} ${deed}`);

describe('what a text bids or forbids', () => {
  it.each([
    ['Never deploy on a Friday.', ['- deploy on a Friday.']],
    ['Don’t forget to water the fern.', ['+ water the fern.']],
    ['We should warm the kiln slowly. It rained.', ['+ We warm the kiln slowly.']],
    ['You shouldn’t add sugar to the starter!', ['- You add sugar to the starter!']],
    ['Make sure the lid is loose.', ['+ the lid is loose.']],
    ['Should we deploy on a Friday?', []],
    ['I never visited Porto.', []],
    ['Never!', []],
  ])('%s', (text, expected) => {
    expect(norms(text)).toEqual(expected);
  });
});
