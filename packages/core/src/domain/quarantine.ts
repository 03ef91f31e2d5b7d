import { z } from 'zod';
import { MemoryId } from './ids.js';
import { OldCursor, pageInput } from './page.js';
import { type Of, type SchemaOf, Share } from './schema.js';

export const GUARD_MODES = ['off', 'note', 'quarantine'] as const;

/**
 * What to do with text that tries to command its reader: nothing; note it on the receipt; quarantine it until it is
 * reviewed.
 */
export type GuardMode = (typeof GUARD_MODES)[number];

const quarantineShape = z.strictObject({
  /** `rejected`: reviewed and excluded; it can still be released. */
  status: z.enum(['held', 'rejected']),
  /** How certain the guard is, 0..1. */
  score: Share,
  /** The signals that fired, in words. */
  reasons: z.array(z.string()),
});
/** Why a memory is quarantined. Such a memory is shown, listed and reviewed, but never recalled. */
export interface Quarantine extends Of<typeof quarantineShape> {}
export const Quarantine: SchemaOf<Quarantine, typeof quarantineShape> = quarantineShape;

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
