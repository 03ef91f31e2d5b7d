import type { ContextId, MemoryId, SessionId } from '../../../domain/ids.js';
import {
  SOURCES,
  type MemoryKind,
  type MentionedDate,
  type Provenance,
} from '../../../domain/memory.js';
import { retoldOf } from '../../../domain/occurrence.js';
import type { IndexDialect } from '../sql/dialect.js';
import type { Connection } from './connection.js';

interface Source {
  readonly id: MemoryId;
  readonly kind: MemoryKind;
  readonly speaker: string | null;
  readonly session: SessionId | null;
  readonly context: ContextId | null;
  readonly position: number;
  readonly said_at: number;
  readonly occurred_from: number;
  readonly occurred_to: number;
  readonly recorded_at: number;
  readonly retracted_at: number | null;
  readonly superseded_by: MemoryId | null;
  readonly confidence: number;
  readonly importance: number;
  readonly trust: number;
  readonly told_again: string | null;
  readonly tags: readonly string[];
}

/**
 * The most trusted source of the evidence, as its position in the list of sources. Unescaped, such a pair of quotes
 * cannot occur within a JSON string.
 */
const TRUST = `CASE ${SOURCES.slice(0, -1)
  .map((source, at) => `WHEN instr(m.provenance, '"source":"${source}"') > 0 THEN ${at}`)
  .join(' ')} ELSE ${SOURCES.length - 1} END`;

/** Evidence and dates, only for memories with more than one piece of evidence. */
const TOLD_AGAIN = `CASE WHEN instr(m.provenance, '},{') > 0 THEN '[' || m.provenance || ',' || m.dates || ']' END`;

/** The code of one encoder for one memory; null if there is none, or none that the encoder could have produced. */
export function soundCode(
  { damage, fitsSpace }: Connection,
  bank: number,
  memory: string,
  [space, encoder]: readonly [string, string],
  stored: unknown,
): Int8Array | null {
  if (stored === null) return null;
  if (stored instanceof Uint8Array) {
    const code = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
    if (fitsSpace(space, encoder, code)) return code;
  }
  damage.note({ table: 'embedding', bank, row: memory, cell: `${space} vector`, left: true });
  return null;
}

/** Parses no JSON except rare tags and repeated evidence. */
export const INDEX: IndexDialect = {
  columns: `m.kind, m.speaker, m.session, m.context, m.position, m.said_at, m.occurred_from,
    m.occurred_to, m.recorded_at, m.retracted_at, m.superseded_by, m.confidence, m.importance, ${TRUST} AS trust, ${TOLD_AGAIN} AS told_again, m.tags`,
  memory: (source) => {
    const row = source as unknown as Source;
    return {
      id: row.id,
      kind: row.kind,
      speaker: row.speaker,
      session: row.session,
      context: row.context,
      position: row.position,
      saidAt: row.said_at,
      occurredFrom: row.occurred_from,
      occurredTo: row.occurred_to,
      recordedAt: row.recorded_at,
      retractedAt: row.retracted_at,
      supersededBy: row.superseded_by,
      confidence: row.confidence,
      importance: row.importance,
      trust: SOURCES[row.trust] ?? 'web',
      tags: row.tags,
      ...toldAgain(row),
    };
  },
};

/** Unreadable cells give no retellings; they are reported when the memory itself is read. */
function toldAgain({ told_again, said_at, occurred_from, occurred_to }: Source) {
  if (told_again === null) return {};
  try {
    const [provenance, dates] = JSON.parse(told_again) as [Provenance[], MentionedDate[]];
    return retoldOf({
      saidAt: said_at,
      occurredFrom: occurred_from,
      occurredTo: occurred_to,
      provenance,
      dates,
    });
  } catch {
    return {};
  }
}
