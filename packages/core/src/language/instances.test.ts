import { describe, expect, it } from 'vitest';
import { createInstances, createStemmer } from './stem.js';

const stemmer = createStemmer();
const instances = createInstances(stemmer);
const has = (kind: string, thing: string): boolean =>
  instances(stemmer(kind, 'en')).includes(stemmer(thing, 'en'));

describe('what is one of a kind', () => {
  it.each([
    ['instruments', 'violin'],
    ['sport', 'surfing'],
    ['pets', 'hamster'],
    ['cities', 'Chicago'],
    ['hobbies', 'pottery'],
    ['countries', 'Portugal'],
  ])('%s: %s', (kind, thing) => {
    expect(has(kind, thing.toLowerCase())).toBe(true);
  });

  it.each([
    ['instrument', 'hamster'],
    ['city', 'violin'],
    ['hamster', 'pet'],
    ['parser', 'city'],
  ])('%s: not %s', (kind, thing) => {
    expect(has(kind, thing)).toBe(false);
  });

  it('never holds the kind itself or anything twice', () => {
    for (const kind of ['activity', 'sport', 'event', 'item', 'game', 'family']) {
      const things = instances(stemmer(kind, 'en'));
      expect(things.length).toBeGreaterThan(3);
      expect(new Set(things).size).toBe(things.length);
      expect(things).not.toContain(stemmer(kind, 'en'));
    }
  });
});
