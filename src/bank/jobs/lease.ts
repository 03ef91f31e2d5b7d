import { z } from 'zod';
import { MINUTE, type Instant } from '../../domain/time.js';

/** Who has the work and does not say for so long that it still does, has lost it. */
export const LEASE_MS = 2 * MINUTE;

const leaseShape = z.object({
  holder: z.string(),
  until: z.number(),
  /** Rises with every holder: who finds another one than its own has lost the work, however its clock goes. */
  fence: z.number().int().min(0).default(0),
});
/** Background work in one process' hands. */
export type Lease = z.output<typeof leaseShape>;
export const Lease = leaseShape;

/** Whether somebody has it. One that would last longer than any is given was written by a clock that went back since. */
export function isHeld(lease: Lease | null, now: Instant): lease is Lease {
  return lease !== null && lease.until > now && lease.until <= now + LEASE_MS;
}

/** The lease for a holder; null while another one has the work. */
export function taken(before: Lease | null, holder: string, now: Instant): Lease | null {
  if (isHeld(before, now) && before.holder !== holder) return null;
  const fence = before === null ? 1 : before.holder === holder ? before.fence : before.fence + 1;
  return { holder, until: now + LEASE_MS, fence };
}

/** The same, held on to; null where it was lost. */
export function renewed(lease: Lease | null, holder: string, now: Instant): Lease | null {
  return lease?.holder === holder ? { ...lease, until: now + LEASE_MS } : null;
}
