import { describe, expect, it } from 'vitest';
import { wordReaders } from '@mneme/core/spaces/registry.js';
import { interchangeable, likeness, readSaying } from './likeness.js';

const { stemmer, relatives } = wordReaders();
const parts = {
  same: interchangeable(stemmer),
  relatives,
  rarity: () => 1,
};

function alike(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => readSaying(text, 'en', stemmer));
  if (a === null || b === null || a === undefined || b === undefined)
    throw new Error('one is too short to be compared');
  return likeness(a, b, parts);
}

describe('two texts say the same', () => {
  it.each([
    [
      'Maria works as a nurse at the clinic in Leeds.',
      'In Leeds Maria works as a nurse at the clinic.',
    ],
    [
      'My husband bought a new car for the family.',
      'My husband bought a new automobile for the family.',
    ],
    [
      'Well, the ferry to Almada leaves from pier 4!',
      'The ferry to Almada really leaves from pier 4.',
    ],
    ["Tom didn't take the blue kettle with him.", 'Tom did not take the blue kettle with him.'],
  ])('surely: %s – %s', (one, other) => {
    expect(alike(one, other)).toBeGreaterThan(0.95);
    expect(alike(other, one)).toBeGreaterThan(0.95);
  });

  it.each([
    [
      'Tom keeps the blue kettle in the kitchen.',
      'Tom keeps the blue kettle in the small kitchen.',
    ],
    [
      'Ana likes the garden behind the old mill.',
      'Ana enjoys the garden behind the old barn and mill.',
    ],
    [
      'Priya carries a dog in the boat on the lake.',
      'A dog carries Priya in the boat on the lake.',
    ],
    [
      'A strange sound came out of the cellar wall.',
      'A strange noise came out of the cellar wall.',
    ],
  ])('perhaps: %s – %s', (one, other) => {
    expect(alike(one, other)).toBeLessThanOrEqual(0.95);
    expect(alike(one, other)).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ['My wife bought a new car for the family.', 'My husband bought a new car for the family.'],
    ['The meeting with the bakery is on Monday.', 'The meeting with the bakery is on Tuesday.'],
    ['The pool of the school has 20 lanes.', 'The pool of the school has 40 lanes.'],
    ['Tom took the blue kettle with him.', 'Tom did not take the blue kettle with him.'],
    ['Then Ana lent Tom a ladder for the roof.', 'Then Tom lent Ana a ladder for the roof.'],
    ['The shop opens before the market closes.', 'The shop opens after the market closes.'],
    [
      "I think it's still important to have the menu at the top.",
      "I think it's important to have the menu at the top.",
    ],
    [
      'We go by train to the coast on that day.',
      'We go by train to the coast on that day because it',
    ],
    ['Ana might sell the boat to the mill.', 'Ana sells the boat to the mill.'],
    ['The weir by the mill was mended.', 'The pump by the farm was mended.'],
  ])('no: %s – %s', (one, other) => {
    expect(alike(one, other)).toBeLessThan(0.7);
  });

  it('is not asked of a few words, or of a long text', () => {
    expect(readSaying('Thank you so much!', 'en', stemmer)).toBeNull();
    expect(
      readSaying(Array.from({ length: 90 }, (_, at) => `word${at}x`).join(' '), 'en', stemmer),
    ).toBeNull();
  });
});
