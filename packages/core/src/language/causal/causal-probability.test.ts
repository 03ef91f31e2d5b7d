import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from '../stem.js';
import { createCausalJudge, packWeights, unpackWeights } from './causal-judgement.js';

const judge = createCausalJudge(createStemmer());

describe('the judge of stated causes', () => {
  it.each([
    'Workers went on strike to demand higher wages.',
    'Two people were killed when a bomb exploded in the market.',
    'Villagers protested against the closing of the mine.',
    'The road was closed due to the riots.',
    'He was arrested for throwing stones at the police.',
  ])('%s', (text) => expect(judge.states(text)).toBe(true));

  it.each([
    'The minister lives in Delhi.',
    'The meeting is on Tuesday.',
    'Photo : Reuters',
    'He is 54 years old .',
    'The festival has three stages.',
  ])('%s states none', (text) => expect(judge.states(text)).toBe(false));

  it('gives a probability for any text, the same each time', () => {
    const other = createCausalJudge(createStemmer());
    fc.assert(
      fc.property(fc.string(), (text) => {
        const probability = judge.probability(text);
        expect(probability > 0 && probability < 1).toBe(true);
        expect(other.probability(text)).toBe(probability);
      }),
    );
  });

  it('keeps weights within half a step when they are packed', () => {
    const weights = Float64Array.from({ length: 64 }, (_, at) => Math.sin(at) * 3);
    const packed = packWeights(weights);
    unpackWeights(packed).forEach((weight, at) =>
      expect(Math.abs(weight - (weights[at] ?? 0))).toBeLessThanOrEqual(packed.scale * 0.51),
    );
  });
});
