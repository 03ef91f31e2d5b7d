import { describe, expect, it } from 'vitest';
import {
  probability,
  scoreRows,
  type FusionModel,
} from '../packages/core/src/recall/ranking/fusion-model.js';
import { seededRandom } from '../test/support/open-test-memory.js';
import { FIT_DEFAULTS, fitFusion, type TrainingQuery } from './fit-fusion.js';

const FEATURES = ['telling', 'noise', 'against'];
const OPTIONS = { ...FIT_DEFAULTS, features: FEATURES, fittedOn: 'made-up questions' };

/** Questions whose one piece of evidence has the most of the first feature and the least of the third. */
function questions(count: number, candidates: number): TrainingQuery[] {
  const random = seededRandom(11);
  const uniform = (): number => random.uint32() / 2 ** 32;
  return Array.from({ length: count }, () => {
    const evidence = Math.floor(uniform() * candidates);
    const values = Float32Array.from({ length: candidates * FEATURES.length }, (_, at) => {
      const isEvidence = Math.floor(at / FEATURES.length) === evidence;
      const column = at % FEATURES.length;
      if (column === 1) return uniform();
      return uniform() + (isEvidence ? (column === 0 ? 0.9 : -0.9) : 0);
    });
    return { values, relevant: [evidence], count: candidates };
  });
}

function logits(model: FusionModel, { values, count }: TrainingQuery): number[] {
  const [layer] = model.networks[0] ?? [];
  return Array.from({ length: count }, (_, row) =>
    FEATURES.reduce(
      (sum, _name, column) =>
        sum +
        (layer?.weights[column] ?? 0) *
          (((values[row * FEATURES.length + column] ?? 0) - (model.mean[column] ?? 0)) /
            (model.scale[column] ?? 1)),
      0,
    ),
  );
}

describe('fitting the fusion', () => {
  const training = questions(120, 30);
  const model = fitFusion(training, OPTIONS);

  it('learns which features tell, and in which direction', () => {
    const weights = model.networks[0]?.[0]?.weights ?? [];
    expect(weights[0]).toBeGreaterThan(0.5);
    expect(weights[2]).toBeLessThan(-0.5);
    expect(Math.abs(weights[1] ?? 1)).toBeLessThan(0.2);
  });

  it('ranks the evidence of unseen questions first far more often than chance', () => {
    const unseen = questions(200, 30).slice(120);
    const first = unseen.filter((query) => {
      const scores = logits(model, query);
      return scores.indexOf(Math.max(...scores)) === query.relevant[0];
    }).length;
    expect(first / unseen.length).toBeGreaterThan(0.6);
  });

  it('finds the evidence among the candidates of a piece that holds it', () => {
    const vague = training.map((query) => ({
      ...query,
      relevant: [
        [...query.relevant.flat(), 28, 29].filter((row, at, all) => all.indexOf(row) === at),
      ],
    }));
    const [weights] = fitFusion(vague, OPTIONS).networks[0]?.map((layer) => layer.weights) ?? [];
    expect(weights?.[0]).toBeGreaterThan(0.5);
    expect(weights?.[2]).toBeLessThan(-0.5);
  });

  it('scales its logits to the share of candidates that are evidence', () => {
    expect(model.slope).toBeGreaterThan(0);
    const chances = training.flatMap((query) =>
      logits(model, query).map((logit) => probability(model, logit)),
    );
    const expected = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
    expect(expected).toBeCloseTo(1 / 30, 2);
  });

  it('is the same for the same seed', () => {
    expect(fitFusion(training, OPTIONS)).toEqual(model);
    expect(fitFusion(training, { ...OPTIONS, seed: 8, negatives: 10 })).not.toEqual(model);
  });

  it('passes over questions without evidence and a feature that never varies', () => {
    const idle = questions(40, 10).map((query, at) => ({
      ...query,
      values: query.values.map((value, place) => (place % 3 === 1 ? 5 : value)),
      relevant: at % 2 === 0 ? query.relevant : [],
    }));
    const fitted = fitFusion(idle, OPTIONS);
    const numbers = [
      ...(fitted.networks[0]?.[0]?.weights ?? []),
      ...fitted.mean,
      ...fitted.scale,
      fitted.slope,
      fitted.intercept,
    ];
    expect(numbers.every(Number.isFinite)).toBe(true);
    expect(fitted.networks[0]?.[0]?.weights[1]).toBeCloseTo(0, 6);
    expect(fitted.scale[1]).toBeGreaterThan(0);
  });
});

/** The evidence has fewer of the question's words and is newer than what it outdates; a third row is newer still and beside the point. */
const outdating: TrainingQuery = {
  values: Float32Array.of(0.7, 0.5, 1, 0, 0, 1),
  relevant: [0],
  outdated: [1],
  count: 3,
};

function marginOf(outdated: number): number {
  const model = fitFusion(
    Array.from({ length: 32 }, () => outdating),
    {
      ...FIT_DEFAULTS,
      epochs: 10,
      features: ['word', 'newer'],
      fittedOn: 'one question',
      outdated,
    },
  );
  const [right = 0, stale = 0] = scoreRows(model, outdating.values, 3, 2);
  return right - stale;
}

describe('a fit that is told what is outdated', () => {
  it('brings the evidence further before it the more that costs', () => {
    const [none, some, much] = [0, 0.5, 2].map(marginOf) as [number, number, number];
    expect(some).toBeGreaterThan(none);
    expect(much).toBeGreaterThan(some);
  });
});
