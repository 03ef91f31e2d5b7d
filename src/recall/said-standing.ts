import type { MemoryId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { RecallContext } from './recall-context.js';

type Moment = Pick<RecallContext, 'state' | 'profile'>;

/** When it was said, of a memory that is there, at the moment asked about where there is one; null of any other. */
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

/** The same of a memory whose place nothing has taken by then. */
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
