import { z } from 'zod';
import { LearnedId } from '../../domain/ids.js';
import { GoalLevel, GoalStatus } from '../../domain/goal.js';
import { EntityId, GoalId, MemoryId, SessionId } from '../../domain/ids.js';
import { LAYERS } from '../../domain/layers.js';
import { MemoryKind } from '../../domain/memory.js';
import { REASONING_TYPES } from '../../domain/reasoning.js';
import { QUERY_TYPES } from '../../domain/route.js';
import {
  EntityKind,
  EntityOutput,
  EvidenceOutput,
  Moment,
  RelationStandingOutput,
  Share,
} from './memory.js';

const Span = z.strictObject({ from: Moment, to: Moment, text: z.string() });

const Episodic = z.strictObject({
  eventId: MemoryId,
  content: z.string(),
  timestamp: Moment,
  type: MemoryKind,
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  occurred: z.string(),
  score: Share,
  confidence: Share,
});

const Semantic = z.strictObject({
  id: MemoryId,
  content: z.string(),
  type: MemoryKind,
  similarity: Share,
  tags: z.array(z.string()),
  score: Share,
  confidence: Share,
});

const Procedural = z.strictObject({
  id: z.union([MemoryId, LearnedId]),
  name: z.string(),
  category: z.string().nullable(),
  template: z.string(),
  steps: z.array(z.string()),
  successRate: Share.nullable(),
  score: Share,
  confidence: Share,
});

const Prospective = z.strictObject({
  id: z.union([MemoryId, GoalId]),
  content: z.string(),
  type: z.enum(['task', 'reminder', 'plan', 'event', 'goal']),
  status: z.enum(['due', 'ahead', 'open', 'recurring', 'suspended']),
  priority: Share,
  assignee: z.string().nullable(),
  due: Span.nullable(),
  saidAt: Moment,
  score: Share,
});

const Graph = z.strictObject({
  id: EntityId,
  entity: z.string(),
  type: EntityKind,
  aliases: z.array(z.string()),
  mentions: z.number(),
  relations: z.array(
    z.strictObject({
      relation: z.string(),
      to: EntityOutput,
      direction: z.enum(['out', 'in']),
      confidence: Share,
      ...RelationStandingOutput,
      evidence: EvidenceOutput.nullable(),
    }),
  ),
});

export const GraphRows = z.array(Graph);

const Meta = z.strictObject({
  domain: z.string(),
  category: z.union([EntityKind, z.literal(['word', 'bank'])]),
  memories: z.number(),
  kinds: z.partialRecord(MemoryKind, z.number()),
  sessions: z.number(),
  period: Span.nullable(),
  confidence: Share.nullable(),
  usefulness: Share.nullable(),
  accesses: z.number(),
  expertise: z.enum(['none', 'beginner', 'intermediate', 'advanced', 'expert']),
  gaps: z.array(z.string()),
});

const Planning = z.strictObject({
  id: z.union([GoalId, MemoryId]),
  type: z.enum(['goal', 'blocker']),
  content: z.string(),
  level: GoalLevel.nullable(),
  status: GoalStatus.nullable(),
  parent: GoalId.nullable(),
  depth: z.number(),
  confidence: Share,
  rationale: z.string(),
});

const answer = <Row extends z.ZodType>(row: Row) =>
  z.exactOptional(z.strictObject({ rows: z.array(row), empty: z.string().nullable() }));

export const LayerName = z.enum(LAYERS);

/** A recall grouped by layer: those asked for. */
export const LayeredOutput = z.strictObject({
  explanation: z.strictObject({
    query: z.string(),
    type: z.enum(QUERY_TYPES),
    reasoning: z.enum(REASONING_TYPES),
    why: z.string(),
    layers: z.array(LayerName),
    counts: z.partialRecord(LayerName, z.number()),
  }),
  episodic: answer(Episodic),
  semantic: answer(Semantic),
  procedural: answer(Procedural),
  prospective: answer(Prospective),
  graph: answer(Graph),
  meta: answer(Meta),
  planning: answer(Planning),
});
