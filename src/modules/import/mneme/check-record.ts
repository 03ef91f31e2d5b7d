import { z } from 'zod';
import { Actor, VERBS } from '../../../domain/change.js';
import { ResultId, Verdict } from '../../../domain/feedback.js';
import { GoalLevel, GoalStatus } from '../../../domain/goal.js';
import { EDGE_ROLES, EDGE_STATUSES, ENTITY_TYPES } from '../../../domain/graph.js';
import {
  ConflictId,
  ContextId,
  EntityId,
  GoalId,
  MemoryId,
  SessionId,
  LearnedId,
} from '../../../domain/ids.js';
import { MEDIA_TYPES, MAX_IMAGES } from '../../../domain/image.js';
import { MAX_CONTENT, MemoryKind, Source } from '../../../domain/memory.js';
import {
  PORTABLE_TYPES,
  type PortableRecord,
  type PortableType,
} from '../../../domain/portable.js';
import { REASONING_TYPES } from '../../../domain/reasoning.js';
import { JOURNALED_KINDS } from '../../../domain/reversal.js';
import { PRECISIONS } from '../../../domain/time.js';
import { wellFormed } from '../../../domain/well-formed.js';

/** The furthest moments that there is a calendar for, in milliseconds from 1970. */
const FURTHEST = 8.64e15;
/** What was taken out of a text leaves a mark in its place that may be longer: a record holds more than an input may. */
const ROOM = 8;
/** A longer code would be of more than a hundred thousand dimensions. */
const LONGEST_CODE = 1_000_000;

const Share = z.number().min(0).max(1);
const Moment = z.int().min(-FURTHEST).max(FURTHEST);
const Count = z.int().min(0);
const Text = z.string().max(MAX_CONTENT * ROOM);
const Name = z.string().max(200 * ROOM);
const Names = z.array(Name).max(10_000);
const NodeId = z.union([MemoryId, EntityId, ContextId], 'expected the id of a node');

const Period = z.looseObject({ from: Moment, to: Moment });
const Need = z.looseObject({
  terms: Names,
  names: Names,
  asks: Names,
  periods: z.array(Period),
  reasoning: z.enum(REASONING_TYPES),
});
const Evidence = z.looseObject({
  source: Source,
  speaker: Name.nullish(),
  session: SessionId.nullish(),
  turn: Name.nullish(),
  origin: Name.nullish(),
  saidAt: Moment,
});
const Picture = z.looseObject({
  mediaType: z.enum(MEDIA_TYPES),
  width: Count,
  height: Count,
  bytes: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  alt: z
    .string()
    .max(1_000 * ROOM)
    .nullish(),
  source: z
    .string()
    .max(4_096 * ROOM)
    .nullish(),
});
const Vector = z.looseObject({
  space: Name,
  encoder: Name,
  data: z.base64().max(LONGEST_CODE, 'longer than any code of a memory'),
});
const Said = z.looseObject({ text: Text, at: Moment });
const Fields = z.record(z.string(), z.json());

/** What the rest of the program takes for granted of a record; the store checks that fields are there and of their sort. */
const SHAPES: Readonly<Record<PortableType, z.ZodType>> = {
  change: z.looseObject({ verb: z.enum(VERBS), actor: Actor, at: Moment, reason: Text }),
  session: z.looseObject({ id: SessionId, origin: Name.nullish(), startedAt: Moment }),
  context: z.looseObject({ id: ContextId, name: Name, createdAt: Moment }),
  entity: z.looseObject({
    id: EntityId,
    name: Name,
    kind: z.enum(ENTITY_TYPES),
    aliases: Names,
    firstSeenAt: Moment,
  }),
  goal: z.looseObject({
    id: GoalId,
    description: Text,
    level: GoalLevel,
    parent: GoalId.nullish(),
    weight: Share,
    status: GoalStatus,
    createdAt: Moment,
    changedAt: Moment,
    retractedAt: Moment.nullish(),
  }),
  memory: z.looseObject({
    id: MemoryId,
    kind: MemoryKind,
    content: Text,
    language: Name,
    speaker: Name.nullish(),
    session: SessionId.nullish(),
    saidAt: Moment,
    occurredFrom: Moment,
    occurredTo: Moment,
    occurredPrecision: z.enum(PRECISIONS),
    recordedAt: Moment,
    retractedAt: Moment.nullish(),
    retraction: Text.nullish(),
    confidence: Share,
    importance: Share,
    version: z.int().min(1),
    supersededBy: MemoryId.nullish(),
    context: ContextId.nullish(),
    tags: Names,
    metadata: z.record(Name, z.union([Text, z.number(), z.boolean()])),
    provenance: z.array(Evidence).min(1),
    dates: z.array(Period.extend({ text: Text })),
    images: z.array(Picture).max(MAX_IMAGES).optional(),
    quarantine: z
      .looseObject({
        status: z.enum(['held', 'rejected']),
        score: z.number(),
        reasons: z.array(Text),
      })
      .nullish(),
    vectors: z.array(Vector).optional(),
  }),
  claim: z.looseObject({
    key: Text,
    memory: MemoryId,
    claim: z.looseObject({ subject: Text, claim: z.looseObject({ slot: Text }) }),
  }),
  edge: z.looseObject({
    source: NodeId,
    role: z.enum(Object.keys(EDGE_ROLES) as [keyof typeof EDGE_ROLES]),
    target: NodeId,
    label: Name,
    status: z.enum(EDGE_STATUSES),
    weight: Share,
    confidence: Share,
    evidence: MemoryId.nullish(),
  }),
  conflict: z.looseObject({
    id: ConflictId,
    record: z.looseObject({ id: ConflictId, older: MemoryId, newer: MemoryId }),
  }),
  vote: z.looseObject({ id: ResultId, memory: MemoryId, verdict: Verdict, at: Moment, need: Need }),
  learned: z.looseObject({
    id: LearnedId,
    record: z.looseObject({ id: LearnedId, body: z.looseObject({}) }),
  }),
  before: z.looseObject({ kind: z.enum(JOURNALED_KINDS), id: Text, image: Fields.nullable() }),
  removed: z.looseObject({ id: Text, row: Fields }),
  workingMemory: z.looseObject({
    session: SessionId,
    changedAt: Moment,
    data: z.looseObject({ session: SessionId, events: z.array(Said), turns: z.array(Said) }),
  }),
  sealed: z.looseObject({ token: Name, kind: Name }),
  recall: z.looseObject({ at: Moment, need: Need, delivered: z.array(MemoryId) }),
};

export type CheckedRecord =
  | { readonly ok: true; readonly record: PortableRecord }
  | { readonly ok: false; readonly problem: string };

export function checkRecord(raw: Readonly<Record<string, unknown>>): CheckedRecord {
  const value = wellFormed(raw);
  const type = PORTABLE_TYPES.find((known) => known === value['type']);
  if (type === undefined)
    return { ok: false, problem: `type: ${JSON.stringify(value['type'])} is no type of record` };
  const issue = SHAPES[type].safeParse(value).error?.issues[0];
  return issue === undefined
    ? { ok: true, record: value as PortableRecord }
    : { ok: false, problem: `${issue.path.join('.')}: ${issue.message}` };
}
