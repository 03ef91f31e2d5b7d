import { z } from 'zod';
import { EDGE_ROLES, EDGE_STATUSES, ENTITY_TYPES } from '../../domain/graph.js';
import { ContextId, EntityId, MemoryId, ConflictId, GoalId, SessionId } from '../../domain/ids.js';
import { LearnedId } from '../../domain/learned/record.js';
import { MemoryKind, Source } from '../../domain/memory.js';
import { PORTABLE_TYPES, type PortableRecord, type PortableType } from '../../domain/portable.js';
import { VERBS } from '../../domain/change.js';

const Share = z.number().min(0).max(1);
const Moment = z.int();

/** What the rest of the program takes for granted of a record; the store checks that fields are there and of their sort. */
const SHAPES: Readonly<Partial<Record<PortableType, z.ZodType>>> = {
  change: z.looseObject({ verb: z.enum(VERBS), actor: z.string().min(1), at: Moment }),
  session: z.looseObject({ id: SessionId }),
  context: z.looseObject({ id: ContextId }),
  entity: z.looseObject({ id: EntityId, kind: z.enum(ENTITY_TYPES), aliases: z.array(z.string()) }),
  goal: z.looseObject({ id: GoalId }),
  memory: z.looseObject({
    id: MemoryId,
    kind: MemoryKind,
    content: z.string(),
    confidence: Share,
    importance: Share,
    version: z.int().min(1),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    provenance: z.array(z.looseObject({ source: Source, saidAt: Moment })).min(1),
    dates: z.array(z.looseObject({ text: z.string(), from: Moment, to: Moment })),
    images: z.array(z.looseObject({})).optional(),
    quarantine: z.looseObject({}).nullish(),
  }),
  edge: z.looseObject({
    role: z.enum(Object.keys(EDGE_ROLES) as [keyof typeof EDGE_ROLES]),
    status: z.enum(EDGE_STATUSES),
    weight: Share,
    confidence: Share,
  }),
  conflict: z.looseObject({
    id: ConflictId,
    record: z.looseObject({ id: ConflictId, older: MemoryId, newer: MemoryId }),
  }),
  learned: z.looseObject({
    id: LearnedId,
    record: z.looseObject({ id: LearnedId, body: z.looseObject({}) }),
  }),
};

export type CheckedRecord =
  | { readonly ok: true; readonly record: PortableRecord }
  | { readonly ok: false; readonly problem: string };

export function checkRecord(value: Readonly<Record<string, unknown>>): CheckedRecord {
  const type = PORTABLE_TYPES.find((known) => known === value['type']);
  if (type === undefined)
    return { ok: false, problem: `type: ${JSON.stringify(value['type'])} is no type of record` };
  const issue = SHAPES[type]?.safeParse(value).error?.issues[0];
  return issue === undefined
    ? { ok: true, record: value as PortableRecord }
    : { ok: false, problem: `${issue.path.join('.')}: ${issue.message}` };
}
