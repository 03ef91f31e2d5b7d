import type { MemoryId } from '../../domain/ids.js';
import type { Instant } from '../../domain/time.js';
import type { Scene } from '../choose.js';

/** When it was said, of a memory that stands, nothing having taken its place; at the moment asked about, where there is one. Null of any other. */
export function saidStanding(id: MemoryId, { state: { index }, profile: { asOf } }: Pick<Scene, 'state' | 'profile'>): Instant | null {
  const known = index.succeeded(id);
  if (known === null) return null;
  const by = (recorded: MemoryId): boolean => asOf === undefined || (index.slot(recorded) >= 0 && index.recordedAt.get(index.slot(recorded)) <= asOf);
  const gone = known.retractedAt !== null && (asOf === undefined || known.retractedAt <= asOf);
  return gone || !by(id) || (known.supersededBy !== null && by(known.supersededBy)) ? null : known.saidAt;
}
