import { z } from 'zod';
import { type StoredClaim, CLAIM_MODES } from '../../domain/conflict.js';
import type { Memory } from '../../domain/memory.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { OwnText } from '../../domain/texts.js';
import { Instant } from '../../domain/time.js';
import { ANY_SLOT } from '../../language/claims/claim.js';
import { fromStored } from '../../language/claims/keyed-claim.js';
import { valueInWords } from '../../language/claims/values.js';
import { beginOf } from '../validity/index.js';

const shownClaimShape = z.strictObject({
  subject: z.string(),
  /** `lives in`, `is`, `likes sushi` …; `*` if a value is ended without naming a slot. */
  slot: z.string(),
  /** Normalised; `yes` or `no` if the slot names what is liked, eaten, owned. */
  value: z.string(),
  mode: z.enum(CLAIM_MODES),
  /** From when it holds, or ended; null if that is not stated. */
  from: Instant.nullable(),
  /** The model that read it, with its certainty; null for claims read by rules. */
  told: z.strictObject({ by: OwnText, certainty: Share }).nullable(),
});
/** A value that a memory's text states for a slot of a subject; conflicts are found by these. */
export interface ShownClaim extends Of<typeof shownClaimShape> {}
export const ShownClaim: SchemaOf<ShownClaim, typeof shownClaimShape> = shownClaimShape;

/** Each claim once, though it is stored under several keys. */
export function showClaims(stored: readonly StoredClaim[], memory: Memory): ShownClaim[] {
  const each = new Map(stored.map((kept) => [kept.claim, fromStored(kept)]));
  return [...each.values()].map(({ label, claim: { slot, value, mode: meant, from }, told }) => {
    const mode = slot === ANY_SLOT ? 'denied' : meant;
    return {
      subject: label,
      slot,
      value: valueInWords(value),
      mode,
      from: from ?? told?.from ?? (mode === 'holds' ? beginOf(memory) : null),
      told: told === undefined ? null : { by: told.by, certainty: told.certainty },
    };
  });
}
