import type { StoredClaim } from '../conflict.js';
import type { Learned } from './record.js';

/** The claims a record adds to memories, as stored; none once it is retracted. */
export function claimsOfRecord(record: Learned | undefined): StoredClaim[] {
  if (record?.kind !== 'module' || record.retractedAt !== null) return [];
  return (record.body.claims ?? []).map(({ memory, key, claim }) => ({
    memory,
    key,
    claim: JSON.stringify(claim),
  }));
}
