import { z } from 'zod';
import { Share, type Of, type SchemaOf } from './schema.js';

export const GUARD_MODES = ['off', 'note', 'quarantine'] as const;

/** What becomes of text that tries to command its reader: nothing; it is noted on the receipt; it is held back until somebody looked at it. */
export type GuardMode = (typeof GUARD_MODES)[number];

const quarantineShape = z.strictObject({
  /** `rejected`: somebody looked, and it stays out; it can still be released. */
  status: z.enum(['held', 'rejected']),
  /** How sure the guard is, 0..1. */
  score: Share,
  /** Which signals spoke, in words. */
  reasons: z.array(z.string()),
});
/** Why a memory is held back. It is a memory all the same: shown, listed and reviewed, but never recalled. */
export interface Quarantine extends Of<typeof quarantineShape> {}
export const Quarantine: SchemaOf<Quarantine, typeof quarantineShape> = quarantineShape;
