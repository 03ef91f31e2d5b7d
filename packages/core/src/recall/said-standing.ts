import type { MemoryId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { RecallContext } from './recall-context.js';

type Moment = Pick<RecallContext, 'state' | 'profile'>;

/** When a memory was said, if it existed at the moment asked about (default: now); else null. */
export function saidEver(
  id: MemoryId,
  { state: { index }, profile: { asOf } }: Moment,
): Instant | null {
  const known = index.succeeded(id);
  if (known === null || !isRecorded(id, index, asOf)) return null;
  return known.retractedAt !== null && (asOf === undefined || known.retractedAt <= asOf)
    ? null
    : known.saidAt;
}

/** The same for a memory that nothing had superseded by then. */
export function saidStanding(id: MemoryId, moment: Moment): Instant | null {
  const {
    state: { index },
    profile: { asOf },
  } = moment;
  const by = index.succeeded(id)?.supersededBy ?? null;
  return by !== null && isRecorded(by, index, asOf) ? null : saidEver(id, moment);
}

function isRecorded(id: MemoryId, index: BankIndex, asOf: Instant | undefined): boolean {
  const slot = index.slot(id);
  return asOf === undefined || (slot >= 0 && index.recordedAt.get(slot) <= asOf);
}
