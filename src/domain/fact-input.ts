import { z } from 'zod';

const Words = z.string().trim().min(1, 'must not be empty').max(4_000);

/** A fact that a caller adds to the recalled ones. */
export const FactInput = z.union([
  Words,
  z.strictObject({
    text: Words.describe('The fact, in words.'),
    confidence: z
      .number()
      .min(0, 'must be 0 to 1')
      .max(1, 'must be 0 to 1')
      .default(1)
      .describe('How sure it is, 0 to 1.'),
  }),
]);
