import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { MemoryCase } from './case.js';

/** Questions with the memories that answer them, as they were written before cases could say more. */
export const RecallCases = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        query: MemoryCase.shape.ask,
        expected: z.array(MemoryId).min(1).max(50).describe('The memories that answer it.'),
      }),
    )
    .min(1, 'name at least one case')
    .max(200, 'at most 200 cases')
    .describe('A question with the ids of the memories that answer it, as JSON.')
    .meta({ flag: 'case' }),
  k: z
    .int()
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    .default(10)
    .describe('Results that count.'),
});

/** The same as cases of a test. */
export function asTestCases({ cases, k }: z.output<typeof RecallCases>) {
  return {
    cases: cases.map(({ query, expected }) => ({
      ask: query,
      mustReturn: expected.map((id) => ({ id })),
      limit: k,
    })),
  };
}
