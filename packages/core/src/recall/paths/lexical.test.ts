import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import { type LexicalScores, PoolScores } from './lexical.js';
import { LexicalPool } from './lexical-pool.js';

/** A bank without sessions: only the lexical score of a slot counts. */
const INDEX = {
  sessions: { size: 0 },
  numbers: {
    session: new Int32Array(300).fill(NONE),
    speaker: new Int32Array(300).fill(NONE),
  },
} as unknown as BankIndex;

function scoresOf(worth: readonly number[]): LexicalScores {
  const values = Float32Array.from(worth);
  const pool = new PoolScores();
  pool.slots = Int32Array.from(worth.keys());
  pool.own = new Float32Array(worth.length);
  pool.combined = new Float32Array(worth.length);
  return {
    own: values,
    placed: values,
    pool,
    session: new Float32Array(0),
    sessions: [],
    touched: pool.slots,
    count: worth.length,
  } as unknown as LexicalScores;
}

it('gives the best of those that are accepted, however few they are and however far behind', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 300, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (worth, k, every) => {
        const accepts = (slot: number): boolean => slot % every === 0;
        const found = new LexicalPool(scoresOf(worth), INDEX, [], accepts).best(k);
        const wanted = [...worth.keys()]
          .filter(accepts)
          .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
          .slice(0, k);
        expect(found.map(({ slot }) => slot)).toEqual(wanted);
        // Scores are scaled by the best accepted one.
        expect(found[0]?.score).toBe(1);
      },
    ),
  );
});
