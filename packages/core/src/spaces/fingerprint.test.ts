import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPACES } from '../domain/change.js';
import { composeFingerprint, type SpaceReading } from './space.js';

const unit = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
const readings = fc.subarray([...SPACES]).chain((spaces) =>
  fc.tuple(
    ...spaces.map((space) =>
      fc.record({
        space: fc.constant(space),
        present: fc.boolean(),
        alignment: unit,
        novelty: unit,
        coherence: unit,
      }),
    ),
  ),
);

describe('a fingerprint', () => {
  it('has twelve rows in order, with nothing but nulls where a space is absent', () => {
    fc.assert(
      fc.property(readings, (given) => {
        const { rows, purposeVector, northStarAlignment, dominantSpace, coherence } =
          composeFingerprint(given as SpaceReading[]);
        expect(rows.map(({ space }) => space)).toEqual(SPACES);
        const present = new Set(
          (given as SpaceReading[]).filter((each) => each.present).map(({ space }) => space),
        );
        for (const { space, present: isPresent, ...figures } of rows) {
          expect(isPresent).toBe(present.has(space));
          if (!isPresent)
            expect(Object.values(figures).every((value) => value === null)).toBe(true);
          expect(figures.johari === null).toBe(
            figures.novelty === null || figures.coherence === null,
          );
        }
        expect(purposeVector).toHaveLength(12);
        for (const figure of [northStarAlignment, coherence])
          expect(figure === null || (figure >= 0 && figure <= 1)).toBe(true);
        if (dominantSpace !== null) expect(present.has(dominantSpace)).toBe(true);
      }),
    );
  });

  it('does not depend on the order of the readings', () => {
    fc.assert(
      fc.property(
        readings,
        (given) =>
          void expect(composeFingerprint([...(given as SpaceReading[])].reverse())).toEqual(
            composeFingerprint(given as SpaceReading[]),
          ),
      ),
    );
  });

  it('is dominated by the space that aligns best; without a north star, by the one that fits best', () => {
    const semantic = {
      space: 'semantic',
      present: true,
      alignment: 0.8,
      novelty: 0.2,
      coherence: 0.6,
    } as const;
    const code = {
      space: 'code',
      present: true,
      alignment: 0.4,
      novelty: 0.9,
      coherence: 0.9,
    } as const;
    expect(composeFingerprint([code, semantic])).toMatchObject({
      dominantSpace: 'semantic',
      northStarAlignment: expect.closeTo(0.6) as number,
      level: 'warning',
      coherence: 0.75,
    });
    expect(
      composeFingerprint([code, semantic].map((each) => ({ ...each, alignment: null }))),
    ).toMatchObject({ dominantSpace: 'code', northStarAlignment: null, level: null });
    expect(composeFingerprint([])).toMatchObject({ dominantSpace: null, coherence: null });
    expect(
      composeFingerprint([semantic, code])
        .rows.filter(({ johari }) => johari !== null)
        .map(({ johari }) => johari),
    ).toEqual(['open', 'unknown']);
  });
});
