import { z } from 'zod';
import { MemoryId } from './ids.js';
import { OldCursor, pageInput } from './page.js';

const held = z
  .array(MemoryId)
  .min(1, 'name at least one memory')
  .max(500, 'at most 500 at once')
  .optional();

export const QuarantineInput = z.strictObject({
  release: held.describe('Of what is held back, the memories to let in.'),
  reject: held.describe('Of what is held back, the memories to turn away for good.'),
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
  ...pageInput('Most memories of a page.', 50, 500),
  after: OldCursor,
});
export type QuarantineInput = z.input<typeof QuarantineInput>;
