import type { Need, ResultId, Verdict, Vote } from '../../../domain/feedback.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { MemoryKind, Source } from '../../../domain/memory.js';

export interface VoteRow {
  id: string;
  memory: string;
  verdict: string;
  note: string | null;
  at: number;
  actor: string;
  need: Need;
  source: string;
  kind: string;
  lowered: number;
  version: number;
}

export function voteFromRow(row: VoteRow): Vote {
  return {
    id: row.id as ResultId,
    memory: row.memory as MemoryId,
    verdict: row.verdict as Verdict,
    note: row.note,
    at: row.at,
    actor: row.actor,
    need: row.need,
    source: row.source as Source,
    kind: row.kind as MemoryKind,
    lowered: row.lowered,
    version: row.version,
  };
}
