import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainTalk, turnsToRecombine } from './support/plain-talk.js';
import { faultsOn } from './support/reading-faults.js';

const TURNS = turnsToRecombine();
const TEXTS_AN_EXAMPLE = 5;
/** A long run of `npm run fuzz -- --examples N` goes on until it is through. */
const AS_LONG_AS_IT_TAKES = 3_600_000;

describe('plain talk', () => {
  it(
    'fails no step of reading, whatever is said in it',
    { timeout: AS_LONG_AS_IT_TAKES },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 30 }), async (first) => {
          for (let seed = first; seed < first + TEXTS_AN_EXAMPLE; seed++)
            expect(await faultsOn(plainTalk(seed, TURNS), seed)).toEqual([]);
        }),
      );
    },
  );
});
