import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInput } from '../domain/input.js';
import { RecallProfile } from '../domain/profile.js';
import { readProfile } from './profile-and-question.js';

/** The result, or the error as text. */
function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

describe('a profile that is read again', () => {
  it('is what its schema makes of it, refusals too', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        '',
        'auto',
        'plain',
        'causal',
        '2025-02-03',
        '2025-02-31',
        1,
        5,
        300,
        0.5,
        -1,
        NaN,
        Infinity,
        true,
        false,
        null,
        undefined,
        ['fact'],
        [],
        new Date(0),
        new Date(NaN),
        () => 1,
      ),
      fc.string(),
    );
    const raw = fc
      .record({ query: fc.option(fc.constantFrom('Where?', '', '  '), { nil: undefined }) })
      .chain((asked) =>
        fc
          .dictionary(
            fc.constantFrom(
              'limit',
              'now',
              'reasoning',
              'strategy',
              'expand',
              'kinds',
              'threshold',
              'colour',
            ),
            value,
            { maxKeys: 3 },
          )
          .map((more) => ({ ...asked, ...more })),
      );
    fc.assert(
      fc.property(raw, (profile) => {
        const read = outcome(() => parseInput(RecallProfile, profile, 'profile'));
        for (let time = 0; time < 2; time++)
          expect(outcome(() => readProfile(profile))).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });

  it('takes nothing from an object that lends its fields to another', () => {
    expect(
      readProfile(Object.assign(Object.create({ query: 'Where?' }) as object, { limit: 3 })).query,
    ).toBe('Where?');
    expect(() => readProfile({ limit: 3 })).toThrow('query');
  });
});
