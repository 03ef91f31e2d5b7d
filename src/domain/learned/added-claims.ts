import type { StoredClaim } from '../conflict.js';
import type { Learned } from './record.js';

/** What a record has memories claim now, as it is stored: nothing once it was taken back. */
export function claimsOfRecord(record: Learned | undefined): StoredClaim[] {
  if (record?.kind !== 'module' || record.retractedAt !== null) return [];
  return (record.body.claims ?? []).map(({ memory, key, claim }) => ({
    memory,
    key,
    claim: JSON.stringify(claim),
  }));
}
