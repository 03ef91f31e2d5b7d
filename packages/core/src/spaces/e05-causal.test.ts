import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import { createCausalSpace, type CausalCode } from './e05-causal.js';
import type { Inquiry } from './space.js';

const stemmer = createStemmer();
const space = createCausalSpace(stemmer);
const code = (text: string): CausalCode => {
  const read = space.read(text, 'en');
  if (read === null) throw new Error(`no cause in ${text}`);
  return read;
};
const inquiry = (text: string, direction: Inquiry['direction']): Inquiry => ({
  text,
  direction,
  language: 'en',
  now: 0,
  periods: [],
  entities: [],
  terms: contentTerms(text, 'en', stemmer).map((term) => ({ term, weight: 1 })),
});
const ask = (text: string, direction: 'cause' | 'effect'): CausalCode => {
  const query = space.query(inquiry(text, direction));
  if (query === null) throw new Error(`nothing asked in ${text}`);
  return query;
};

const flood = code('The cellar flooded because the pump failed.');
const carpets = code('Because the cellar flooded, we threw out the carpets.');

describe('the causal space', () => {
  it('finds the cause of what is asked about above its effect, and the other way round', () => {
    const why = ask('Why did the cellar flood?', 'cause');
    const led = ask('What did the flooded cellar lead to?', 'effect');
    expect(space.similarity(why, flood)).toBeGreaterThan(space.similarity(why, carpets) + 0.1);
    expect(space.similarity(led, carpets)).toBeGreaterThan(space.similarity(led, flood) + 0.1);
  });

  it('weighs a match in the other role two thirds', () => {
    const role = flood.effect;
    const query: CausalCode = { cause: null, effect: role };
    expect(space.similarity(query, { cause: null, effect: role })).toBeCloseTo(1, 5);
    expect(space.similarity(query, { cause: role, effect: null })).toBeCloseTo(0.8 / 1.2, 5);
  });

  it('has nothing for a text without a cause, nor for a question without a direction', () => {
    expect(space.read('The cellar is dry.', 'en')).toBeNull();
    expect(space.read('', 'en')).toBeNull();
    expect(space.query(inquiry('Where is the cellar?', null))).toBeNull();
    expect(space.query(inquiry('Why?', 'cause'))).toBeNull();
  });

  it('leaves the cause open where the text points back to nothing', () => {
    const open = code("That's why the cellar smells.");
    expect(open.cause).toBeNull();
    expect(open.effect).not.toBeNull();
    expect(space.unpack(space.pack(open)).cause).toBeNull();
  });

  it('is the same from any instance, and as it was after packing', () => {
    const other = createCausalSpace(createStemmer());
    expect(other.read('The cellar flooded because the pump failed.', 'en')).toEqual(flood);
    expect(space.pack(flood)).toHaveLength(space.dimensions);
    const back = space.unpack(space.pack(flood));
    expect([back.cause, back.effect].map((each) => [...Array.from(each ?? [])])).toEqual(
      [flood.cause, flood.effect].map((each) => [...Array.from(each ?? [])]),
    );
  });

  it('refuses bytes that it did not pack', () => {
    expect(() => space.unpack(new Int8Array(7))).toThrow(/1536/);
  });

  it('likeness is symmetrical, 1 to itself, and within bounds', () => {
    const texts = [
      'The storm led to a blackout.',
      'We were late due to traffic.',
      "That's why I left.",
      'The rent went up, so Joel moved.',
      'The heat made us leave early.',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.constantFrom(...texts), (one, two) => {
        const [a, b] = [code(one), code(two)];
        expect(space.likeness(a, b)).toBe(space.likeness(b, a));
        expect(Math.abs(space.likeness(a, b))).toBeLessThanOrEqual(1 + 1e-6);
        expect(space.likeness(a, a)).toBeCloseTo(1, 5);
      }),
    );
  });
});
