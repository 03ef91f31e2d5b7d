import type { MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Instant } from '../../../domain/time.js';
import type { Filter } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import type { Span } from './filter-sql.js';
import { selectIn } from './select-in.js';

/**
 * The memories, which have met the filter's SQL, as the bank held them at the filter's moment; those that it did not
 * hold then, or that did not meet the filter as they were, are left out.
 */
export function heldBy(connection: Connection, bank: number, memories: readonly Memory[], filter: Filter, within?: Span): readonly Memory[] {
  const { asOf } = filter;
  if (asOf === undefined) return memories;
  return statesAt(connection, bank, memories, asOf).filter((memory) => meets(memory, asOf, filter, within));
}

/** Each memory as it was at `moment`: the image that the first later change replaced, or its present state. */
function statesAt(connection: Connection, bank: number, memories: readonly Memory[], moment: Instant): Memory[] {
  const known = memories.filter((memory) => memory.recordedAt <= moment);
  // SQLite takes the bare columns from the row that holds the minimum.
  const rows = selectIn<{ id: string; image: string }>(
    connection,
    (list) => `SELECT b.id, b.image, min(b.sequence) FROM journal_before b JOIN journal j ON j.sequence = b.sequence
      WHERE j.bank = ? AND j.at > ? AND b.type = 'memory' AND b.id IN (${list}) GROUP BY b.id`,
    [bank, moment],
    known.map((memory) => memory.id),
  );
  const images = new Map(rows.map((row) => [row.id as MemoryId, row.image]));
  return known.map((memory) => {
    const image = images.get(memory.id);
    return image === undefined ? memory : (JSON.parse(image) as Memory);
  });
}

function meets(memory: Memory, moment: Instant, filter: Filter, within: Span | undefined): boolean {
  const { kinds, tags, speaker, session, minConfidence, occurred = {} } = filter;
  const touches = ({ from = -Infinity, to = Infinity }: Partial<Span>) => memory.occurredTo > from && memory.occurredFrom < to;
  return (
    (filter.includeRetracted === true || memory.retractedAt === null || memory.retractedAt > moment) &&
    (kinds === undefined || kinds.includes(memory.kind)) &&
    (tags === undefined || (tags.length > 0 && tags.every((tag) => memory.tags.includes(tag)))) &&
    (speaker === undefined || memory.speaker?.toLowerCase() === speaker.toLowerCase()) &&
    (session === undefined || memory.session === session) &&
    (minConfidence === undefined || memory.confidence >= minConfidence) &&
    touches(occurred) &&
    touches(within ?? {})
  );
}
