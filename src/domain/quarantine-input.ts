import { z } from 'zod';
import { MemoryId } from './ids.js';

export const QuarantineFilter = z.strictObject({
  limit: z
    .int()
    .min(1, 'must be 1 to 500')
    .max(500, 'must be 1 to 500')
    .default(50)
    .describe('Most memories of a page.'),
  after: z.string().max(200).optional().describe('Where the page before ended: its `next`.'),
});
export type QuarantineFilter = z.input<typeof QuarantineFilter>;

export const QuarantineChoice = z.strictObject({
  ids: z.array(MemoryId).min(1, 'name at least one memory').max(500, 'at most 500 at once'),
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
});
export type QuarantineChoice = z.input<typeof QuarantineChoice>;
