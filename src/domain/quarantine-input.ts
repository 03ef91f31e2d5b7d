import { z } from 'zod';
import { MemoryId } from './ids.js';
import { OldCursor, pageInput } from './page.js';

export const QuarantineFilter = z.strictObject({
  ...pageInput('Most memories of a page.', 50, 500),
  after: OldCursor,
});
export type QuarantineFilter = z.input<typeof QuarantineFilter>;

export const QuarantineChoice = z.strictObject({
  ids: z
    .array(MemoryId)
    .min(1, 'name at least one memory')
    .max(500, 'at most 500 at once')
    .describe('The memories that are held back.'),
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
});
export type QuarantineChoice = z.input<typeof QuarantineChoice>;
