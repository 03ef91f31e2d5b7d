import { z } from 'zod';
import { Share, type Of, type SchemaOf } from './schema.js';

export const GUARD_MODES = ['off', 'note', 'quarantine'] as const;

/**
 * What to do with text that tries to command its reader: nothing; note it on the receipt; quarantine it
 * until it is reviewed.
 */
export type GuardMode = (typeof GUARD_MODES)[number];

const quarantineShape = z.strictObject({
  /** `rejected`: reviewed, and it stays out; it can still be released. */
  status: z.enum(['held', 'rejected']),
  /** How certain the guard is, 0..1. */
  score: Share,
  /** The signals that fired, in words. */
  reasons: z.array(z.string()),
});
/** Why a memory is quarantined. It is still a memory: shown, listed and reviewed, but never recalled. */
export interface Quarantine extends Of<typeof quarantineShape> {}
export const Quarantine: SchemaOf<Quarantine, typeof quarantineShape> = quarantineShape;
