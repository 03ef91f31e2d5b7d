import type { Note } from '../../../domain/note.js';
import type { Quarantine } from '../../../domain/quarantine.js';
import type { Goal, GoalLevel, GoalStatus } from '../../../domain/goal.js';
import type {
  Context,
  Edge,
  EdgeFamily,
  EdgeRole,
  EdgeStatus,
  Entity,
  EntityType,
  NodeId,
  Session,
} from '../../../domain/graph.js';
import type { ContextId, EntityId, GoalId, MemoryId, SessionId } from '../../../domain/ids.js';
import type { MemoryImage } from '../../../domain/image.js';
import type {
  Accesses,
  MemoryKind,
  MentionedDate,
  Metadata,
  Memory,
  Provenance,
} from '../../../domain/memory.js';
import type { Precision } from '../../../domain/time.js';

/** Rows from `sound-rows.ts`: every cell matches its table's definition, and JSON is parsed. */
export interface MemoryRow {
  id: string;
  kind: string;
  content: string;
  hash: string;
  language: string;
  speaker: string | null;
  session: string | null;
  position: number;
  said_at: number;
  occurred_from: number;
  occurred_to: number;
  occurred_precision: string;
  recorded_at: number;
  retracted_at: number | null;
  retraction: string | null;
  quarantine: Quarantine | null;
  confidence: number;
  importance: number;
  version: number;
  superseded_by: string | null;
  context: string | null;
  tags: readonly string[];
  metadata: Metadata;
  provenance: readonly Provenance[];
  dates: readonly MentionedDate[];
  images: readonly MemoryImage[];
  note: Note | null;
}

/** Without what only indexes read: the stems are as long as the text. */
export const MEMORY_COLUMNS = [
  'id',
  'kind',
  'content',
  'hash',
  'language',
  'speaker',
  'session',
  'position',
  'said_at',
  'occurred_from',
  'occurred_to',
  'occurred_precision',
  'recorded_at',
  'retracted_at',
  'retraction',
  'quarantine',
  'confidence',
  'importance',
  'version',
  'superseded_by',
  'context',
  'tags',
  'metadata',
  'provenance',
  'dates',
  'images',
  'note',
] as const satisfies readonly (keyof MemoryRow)[];

/** Rows from lists of values in the order of {@link MEMORY_COLUMNS}. */
export function rowsOfLists(lists: readonly unknown[]): Record<string, unknown>[] {
  return lists.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [at, column] of MEMORY_COLUMNS.entries()) row[column] = (values as unknown[])[at];
    return row;
  });
}

export function memoryFromRow(row: MemoryRow): Memory {
  return {
    id: row.id as MemoryId,
    kind: row.kind as MemoryKind,
    content: row.content,
    contentHash: row.hash,
    language: row.language,
    speaker: row.speaker,
    session: row.session as SessionId | null,
    position: row.position,
    saidAt: row.said_at,
    occurredFrom: row.occurred_from,
    occurredTo: row.occurred_to,
    occurredPrecision: row.occurred_precision as Precision,
    recordedAt: row.recorded_at,
    retractedAt: row.retracted_at,
    retraction: row.retraction,
    quarantine: row.quarantine,
    confidence: row.confidence,
    importance: row.importance,
    version: row.version,
    supersededBy: row.superseded_by as MemoryId | null,
    tags: row.tags,
    metadata: row.metadata,
    provenance: row.provenance,
    dates: row.dates,
    context: row.context as ContextId | null,
    images: row.images,
    ...(row.note === null ? {} : { note: row.note }),
  };
}

export interface EntityRow {
  id: string;
  name: string;
  type: string;
  aliases: readonly string[];
  first_seen_at: number;
  version: number;
}

export function entityFromRow(row: EntityRow): Entity {
  return {
    id: row.id as EntityId,
    name: row.name,
    type: row.type as EntityType,
    aliases: row.aliases,
    firstSeenAt: row.first_seen_at,
    version: row.version,
  };
}

export interface EdgeRow {
  source: string;
  role: string;
  target: string;
  label: string;
  family: string;
  weight: number;
  confidence: number;
  status: string;
  evidence: string | null;
}

export function edgeFromRow(row: EdgeRow): Edge {
  return {
    from: row.source as NodeId,
    to: row.target as NodeId,
    role: row.role as EdgeRole,
    label: row.label,
    weight: row.weight,
    confidence: row.confidence,
    status: row.status as EdgeStatus,
    evidence: row.evidence as MemoryId | null,
  };
}

export interface ContextRow {
  id: string;
  name: string;
  created_at: number;
}

export function contextFromRow(row: ContextRow): Context {
  return { id: row.id as ContextId, name: row.name, createdAt: row.created_at };
}

export interface SessionRow {
  id: string;
  origin: string | null;
  started_at: number;
}

export function sessionFromRow(row: SessionRow): Session {
  return { id: row.id as SessionId, origin: row.origin, startedAt: row.started_at };
}

export interface GoalRow {
  id: string;
  description: string;
  level: string;
  parent: string | null;
  weight: number;
  status: string;
  created_at: number;
  changed_at: number;
  retracted_at: number | null;
  version: number;
}

export function goalFromRow(row: GoalRow): Goal {
  return {
    id: row.id as GoalId,
    description: row.description,
    level: row.level as GoalLevel,
    parent: row.parent as GoalId | null,
    weight: row.weight,
    status: row.status as GoalStatus,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    retractedAt: row.retracted_at,
    version: row.version,
  };
}

export function accessesFromRow(row: { access_count: number; last_accessed_at: number }): Accesses {
  return { accessCount: row.access_count, lastAccessedAt: row.last_accessed_at };
}

export type FamilyCounts = Record<EdgeFamily, number>;
