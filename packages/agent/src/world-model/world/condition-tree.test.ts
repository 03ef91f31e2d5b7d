import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionModel } from '@mneme/core/domain/world-model.js';
import { blend, type BlendNode } from './condition-tree.js';
import { chancesOf } from './outlook.js';
import { emptyModel, see } from './see.js';

const modelOf = (
  sightings: readonly (readonly [context: readonly string[], state: string])[],
): ActionModel =>
  sightings.reduce(
    (model, [context, state]) => see(model, context, [state]),
    emptyModel('shop', 'submit'),
  );
const chanceOf = (model: ActionModel, context: readonly string[], state: string): number =>
  chancesOf(model, (condition) => context.includes(model.conditions[condition] ?? '')).chances[
    model.outcomes.findIndex((outcome) => outcome.includes(state))
  ] ?? 0;

describe('conditions that may decide', () => {
  it('count before anybody is sure of them', () => {
    const model = modelOf([
      [['card: valid'], 'paid'],
      [['card: expired'], 'declined'],
      [['card: valid'], 'paid'],
      [['card: expired'], 'declined'],
      [['card: valid'], 'paid'],
      [['card: expired'], 'declined'],
    ]);
    expect(chanceOf(model, ['card: valid'], 'paid')).toBeGreaterThan(0.6);
    expect(chanceOf(model, ['card: expired'], 'paid')).toBeLessThan(0.4);
  });

  it('are seen where two of them matter only together', () => {
    const seen = [0, 1, 2, 3, 4, 5].flatMap((): (readonly [string[], string])[] => [
      [['urgent', 'phone'], 'solved'],
      [[], 'solved'],
      [['urgent'], 'reopened'],
      [['phone'], 'reopened'],
    ]);
    const model = modelOf(seen);
    expect(chanceOf(model, ['urgent', 'phone'], 'solved')).toBeGreaterThan(0.7);
    expect(chanceOf(model, ['urgent'], 'solved')).toBeLessThan(0.3);
  });

  it('say that something new may follow the more, the less was seen of it', () => {
    const model = modelOf(Array.from({ length: 12 }, () => [['card: valid'], 'paid'] as const));
    const few = modelOf([[['card: valid'], 'paid']]);
    const unseen = (of: ActionModel): number => chancesOf(of, () => true).unseen;
    expect(unseen(model)).toBeLessThan(unseen(few));
  });

  it('have weights that sum to 1, and lose no sighting', () => {
    const sighting = fc.tuple(fc.subarray([0, 1, 2, 3]), fc.integer({ min: 0, max: 2 }));
    const sound = ({ places, whole, splits }: BlendNode): void => {
      expect(splits.reduce((sum, { weight }) => sum + weight, whole)).toBeCloseTo(1, 9);
      for (const { holds, fails } of splits) {
        expect([...holds.places, ...fails.places].sort((a, b) => a - b)).toEqual(
          [...places].sort((a, b) => a - b),
        );
        sound(holds);
        sound(fails);
      }
    };
    fc.assert(
      fc.property(fc.array(sighting, { minLength: 1, maxLength: 25 }), (sightings) =>
        sound(
          blend(
            sightings,
            sightings.map((_, at) => at),
          ),
        ),
      ),
      { numRuns: 40 },
    );
  });
});

describe('a change of the rules', () => {
  it('is noticed after a few sightings that no condition explains, and drops what was before', () => {
    const before = modelOf(Array.from({ length: 15 }, () => [['card: valid'], 'paid'] as const));
    const after = [0, 1, 2, 3].reduce((model) => see(model, ['card: valid'], ['declined']), before);
    expect(after.changes).toBe(1);
    expect(after.sightings.length).toBeLessThanOrEqual(4);
    expect(chanceOf(after, ['card: valid'], 'declined')).toBeGreaterThan(0.7);
  });

  it('is not mistaken for a new condition', () => {
    const before = modelOf(Array.from({ length: 15 }, () => [['card: valid'], 'paid'] as const));
    const after = Array.from({ length: 6 }, (_, at) => at).reduce(
      (model) => see(see(model, ['card: expired'], ['declined']), ['card: valid'], ['paid']),
      before,
    );
    expect(after.changes).toBe(0);
    expect(chanceOf(after, ['card: valid'], 'paid')).toBeGreaterThan(0.9);
    expect(chanceOf(after, ['card: expired'], 'declined')).toBeGreaterThan(0.9);
  });
});
