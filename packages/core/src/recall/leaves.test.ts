import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASONING_TYPES } from '../domain/reasoning.js';
import type { Recalled, Recollection } from '../domain/recollection.js';
import type { Memory } from '../domain/memory.js';
import { deliver } from './deliver.js';
import { RecallCache } from './recall-cache.js';
import { fitParts, reasoningFit, type FitInput } from './ranking/score.js';
import { probability, SHIPPED_MODEL } from './ranking/fusion-model.js';
import { FEATURES } from './ranking/feature-list.js';
import { topSlots } from './candidate.js';

describe('the top slots', () => {
  it('are those of a full sort, ties to the lower slot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 70 }),
        (scores, k) => {
          const slots = scores.map((_, slot) => slot);
          const expected = [...slots]
            .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
            .slice(0, k);
          expect(topSlots(slots, slots.length, scores, k)).toEqual(expected);
        },
      ),
    );
  });
});

describe('the fit to a kind of question', () => {
  const input = (content: string, more: Partial<FitInput> = {}): FitInput => ({
    memory: {
      kind: 'fact',
      content,
      confidence: 0.9,
      importance: 0.5,
      occurredFrom: 0,
      provenance: [{}],
    } as unknown as Memory,
    usefulness: 0.5,
    now: 0,
    causal: false,
    similarity: 0.3,
    nearestOther: 0.5,
    paths: 1,
    ...more,
  });

  it('is 0 to 1 for any memory', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -1e12, max: 1e12 }),
        (text, share, now) => {
          for (const type of REASONING_TYPES) {
            const fit = reasoningFit(
              fitParts(type, input(text, { now, similarity: share, nearestOther: 1 - share })),
            );
            expect(fit >= 0 && fit <= 1).toBe(true);
          }
        },
      ),
    );
  });

  it('prefers what serves the kind', () => {
    const better = (type: Parameters<typeof fitParts>[0], one: FitInput, other: FitInput) =>
      expect(reasoningFit(fitParts(type, one))).toBeGreaterThan(
        reasoningFit(fitParts(type, other)),
      );
    better('causal', input('x', { causal: true }), input('x'));
    better('descriptive', input('x'), input('x', { now: 400 * 86_400_000 }));
    better(
      'procedural',
      input('First boil the water, then add the salt.'),
      input('The water is blue.'),
    );
    better(
      'evaluative',
      input('The trial worked well and was a success.'),
      input('The trial was on Monday.'),
    );
    better(
      'comparative',
      input('Porto is better than York, but it is further away.'),
      input('Porto is sunny.'),
    );
    better('creative', input('x', { nearestOther: 0.1 }), input('x', { nearestOther: 0.9 }));
    better(
      'strategic',
      { ...input('x'), memory: { ...input('x').memory, kind: 'principle' } },
      input('x'),
    );
  });
});

describe('the shipped fusion', () => {
  it('was fitted on the features that are read, and every figure is finite', () => {
    expect(SHIPPED_MODEL.features).toEqual(FEATURES);
    expect([SHIPPED_MODEL.mean, SHIPPED_MODEL.scale].map(({ length }) => length)).toEqual([
      FEATURES.length,
      FEATURES.length,
    ]);
    expect(SHIPPED_MODEL.scale.every((scale) => scale > 0)).toBe(true);
    const figures = SHIPPED_MODEL.networks.flatMap((network) =>
      network.flatMap(({ weights, bias }) => [...weights, ...bias]),
    );
    expect([...figures, ...SHIPPED_MODEL.mean].every(Number.isFinite)).toBe(true);
    expect(probability(SHIPPED_MODEL, 5)).toBeGreaterThan(probability(SHIPPED_MODEL, -5));
  });
});

describe('delivery', () => {
  const recalled = (content: string): Recalled =>
    ({ id: content.slice(0, 4), content, score: 0.5 }) as unknown as Recalled;
  const LONG = recalled(
    'A very long story about the harbour and the boats that came and went all the summer long, day after day.',
  );

  it('without a budget holds nothing back', () => {
    const same = recalled('The heron nests by the weir.');
    expect(
      deliver([same, same, LONG], { fields: undefined, whole: true }, undefined),
    ).toMatchObject({
      results: [same, same, LONG],
      leftOut: [],
    });
  });

  it('with one leaves out what repeats a better result, and what does not fit, but not what fits behind it', () => {
    const [heron, again, otter] = [
      recalled('The heron nests by the weir today.'),
      recalled('The heron nests by the weir, today'),
      recalled('An otter.'),
    ];
    const delivered = deliver(
      [heron, again, LONG, otter],
      { fields: ['content'], whole: true },
      40,
    );
    expect(delivered).toMatchObject({
      results: [{ content: heron.content }, { content: otter.content }],
      leftOut: [{ because: 'repeats' }, { id: LONG.id, because: 'over_budget' }],
    });
    expect(delivered.tokens).toBeLessThanOrEqual(40);
  });
});

describe('the cache of answers', () => {
  const answer = (sequence: number) => ({ sequence }) as unknown as Recollection;

  it('drops the least recently used, and what rests on an older change', () => {
    const cache = new RecallCache(2);
    cache.put('a', 1, answer(1));
    cache.put('b', 1, answer(1));
    expect(cache.get('a', 1)).not.toBeNull();
    cache.put('c', 1, answer(1));
    expect(cache.get('b', 1)).toBeNull();
    expect(cache.get('a', 1)).not.toBeNull();
    expect(cache.get('a', 2)).toBeNull();
    expect(cache.get('a', 1)).toBeNull();
    expect(cache.statistics()).toEqual({ hits: 2, misses: 3, invalidated: 2, size: 0 });
  });

  it('of no capacity keeps nothing', () => {
    const cache = new RecallCache(0);
    cache.put('a', 1, answer(1));
    expect(cache.get('a', 1)).toBeNull();
  });
});
