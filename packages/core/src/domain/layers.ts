import { z } from 'zod';
import { GoalLevel, GoalStatus } from './goal.js';
import { EntityType, NamedEntity } from './graph.js';
import { EntityId, GoalId, LearnedId, MemoryId, SessionId } from './ids.js';
import { MemoryKind, QuotedMemory, Source } from './memory.js';
import { REASONING_TYPES } from './reasoning.js';
import { type Of, type SchemaOf, Share } from './schema.js';
import { Instant } from './time.js';
import { ValidityDetail, ValidityState } from './validity.js';

/** Kinds of question, in order of precedence at equal weight. */
export const QUERY_TYPES = [
  'temporal',
  'relational',
  'planning',
  'procedural',
  'prospective',
  'meta',
  'factual',
] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

/** Types of memory that answer: facts, procedures, predictions. */
export const PARADIGMS = ['declarative', 'procedural', 'predictive'] as const;
export type Paradigm = (typeof PARADIGMS)[number];

/** One classification of a question with the words that led to it. */
export const readingOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    /** The question's words that decided; empty for the default. */
    cues: z.array(z.string()),
    /** 0..1: the weight of the decisive cues against those for other values; 0.5 without any cues. */
    sure: Share,
  });
export type RouteReading<Value> = Of<ReturnType<typeof readingOf<z.ZodType<Value>>>>;

export const ParadigmsReading = readingOf(z.array(z.enum(PARADIGMS)));

const routeShape = z.strictObject({
  type: readingOf(z.enum(QUERY_TYPES)),
  /** At least one, in the order of {@link PARADIGMS}; all of them when it is unclear. */
  paradigms: ParadigmsReading,
  reasoning: readingOf(z.enum(REASONING_TYPES)),
});
/** How a question is routed, by rules on its words. */
export interface Route extends Of<typeof routeShape> {}
export const Route: SchemaOf<Route, typeof routeShape> = routeShape;

/** The parts of a bank that can be queried separately. */
export const LAYERS = [
  'episodic',
  'semantic',
  'procedural',
  'prospective',
  'graph',
  'meta',
  'planning',
] as const;
export const Layer = z.enum(LAYERS);
export type Layer = z.infer<typeof Layer>;

/** The primary layer of a kind of memory. */
type KindLayer = Extract<Layer, 'episodic' | 'semantic' | 'procedural'>;

export const LAYER_OF_KIND: Readonly<Record<MemoryKind, KindLayer>> = {
  experience: 'episodic',
  signal: 'episodic',
  fact: 'semantic',
  opinion: 'semantic',
  observation: 'semantic',
  claim: 'semantic',
  note: 'semantic',
  decision: 'semantic',
  principle: 'semantic',
  strategy: 'procedural',
};

/** Prior reliability of a layer as a source, before anything was learned. */
export const LAYER_QUALITY: Readonly<Record<Layer, number>> = {
  episodic: 0.85,
  semantic: 0.8,
  procedural: 0.75,
  graph: 0.7,
  meta: 0.7,
  prospective: 0.65,
  planning: 0.65,
};

/** The layers that answer each query type if a recall is grouped and none were named. */
export const LAYERS_OF: Readonly<Record<QueryType, readonly Layer[]>> = {
  temporal: ['episodic', 'semantic'],
  relational: ['graph', 'semantic', 'episodic'],
  planning: ['planning', 'prospective', 'procedural', 'semantic'],
  procedural: ['procedural', 'semantic', 'episodic'],
  prospective: ['prospective', 'planning', 'episodic'],
  meta: ['meta', 'semantic'],
  factual: ['semantic', 'episodic', 'graph'],
};

/** Scores of a row, as of a recalled result. */
const FIGURES = {
  /** The fitted probability that it answers the question, 0..1; null if it is not a memory or no model was fitted. */
  probability: Share.nullable(),
  why: z.strictObject({
    /** Sort key of rows that are best first, 0..1; comparable within one layer only. */
    score: Share,
    /** Its confidence, 0..1: of a learned strategy the probability that it works; 1 if set explicitly. */
    confidence: Share,
    /** Cosine to the query, 0..1; absent if it is not a memory. */
    similarity: z.exactOptional(Share),
  }),
};

const episodicRowShape = z.strictObject({
  eventId: MemoryId,
  content: z.string(),
  /** When it was said. */
  timestamp: Instant,
  type: MemoryKind,
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  /** When it happened, in words. */
  occurred: z.string(),
  ...FIGURES,
});
/** Events: experiences and signals, in order of session and time. */
export interface EpisodicRow extends Of<typeof episodicRowShape> {}
export const EpisodicRow: SchemaOf<EpisodicRow, typeof episodicRowShape> = episodicRowShape;

const semanticRowShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  type: MemoryKind,
  tags: z.array(z.string()),
  ...FIGURES,
});
/** Knowledge: facts, opinions, observations, principles, claims, decisions; best first. */
export interface SemanticRow extends Of<typeof semanticRowShape> {}
export const SemanticRow: SchemaOf<SemanticRow, typeof semanticRowShape> = semanticRowShape;

const proceduralRowShape = z.strictObject({
  /** The id of a learned strategy, as in s_01h5k0c2x9w7a, or of a memory. */
  id: z.union([MemoryId, LearnedId]),
  /** Its title, or its first words. */
  name: z.string(),
  /** The memory's `category` or `domain` in its metadata, else its first tag; null if it has neither. */
  category: z.string().nullable(),
  /** The whole text. */
  template: z.string(),
  /** The steps in the text, in order; empty if they are in no recognised form. */
  steps: z.array(z.string()),
  /** What must not be done, in words. */
  avoids: z.array(z.string()),
  /** `successes` by `applications` of its metadata, 0..1; null if not recorded. */
  successRate: Share.nullable(),
  ...FIGURES,
});
/** How something is done: learned or stated strategies, and any memory whose text lists steps; best first. */
export interface ProceduralRow extends Of<typeof proceduralRowShape> {}
export const ProceduralRow: SchemaOf<ProceduralRow, typeof proceduralRowShape> = proceduralRowShape;

/** Finds learned strategies for a task, best first, at most `limit`. */
export type LearnedProcedures = (task: string, limit: number) => Promise<readonly ProceduralRow[]>;

const prospectiveRowShape = z.strictObject({
  id: z.union([MemoryId, GoalId, LearnedId]),
  content: z.string(),
  type: z.enum(['task', 'reminder', 'plan', 'event', 'goal', 'forecast']),
  /** `due`: under way now; `open`: no date; `recurring`: comes again. */
  status: z.enum(['due', 'ahead', 'open', 'recurring', 'suspended']),
  /** 0..1, from its words (default 0.5), times 1.5 if due within a day, 1.2 within a week. */
  priority: Share,
  /** Who is to do it, if the text says so. */
  assignee: z.string().nullable(),
  due: z
    .strictObject({
      from: Instant,
      to: Instant,
      text: z.string(),
    })
    .nullable(),
  saidAt: Instant,
  ...FIGURES,
  /** Of a forecast: its known outcome, and how it is resolved. */
  note: z.exactOptional(z.string()),
});
/**
 * What is ahead of the reference time: intentions, tasks, reminders, dated events, active goals; the next due first.
 */
export interface ProspectiveRow extends Of<typeof prospectiveRowShape> {}
export const ProspectiveRow: SchemaOf<ProspectiveRow, typeof prospectiveRowShape> =
  prospectiveRowShape;

const relationValidityShape = z.strictObject({
  /** Whether it still holds, as far as the bank knows. */
  validity: ValidityState,
  /** What superseded or disputes it, since when and in which slot; null if current. */
  validityDetail: ValidityDetail.nullable(),
  /** Hearsay: the memory reports what somebody else says or thinks. */
  reported: z.boolean(),
  /** The most trusted of the memory's sources. */
  trust: Source,
});
/** Validity of a link between two entities, judged by the memory that states it. */
export interface RelationValidity extends Of<typeof relationValidityShape> {}
export const RelationValidity: SchemaOf<RelationValidity, typeof relationValidityShape> =
  relationValidityShape;

const graphRelationShape = z.strictObject({
  /** The relation's own word (`lives_in`), else its role (`part_of`). */
  relation: z.string(),
  to: NamedEntity,
  /** `in`: the entity is the object, as in “to relation entity”. */
  direction: z.enum(['out', 'in']),
  confidence: Share,
  ...RelationValidity.shape,
  /** The memory that states it. */
  evidence: QuotedMemory.nullable(),
});
/** One link of an entity to another. */
export interface GraphRelation extends Of<typeof graphRelationShape> {}
export const GraphRelation: SchemaOf<GraphRelation, typeof graphRelationShape> = graphRelationShape;

const graphRowShape = z.strictObject({
  id: EntityId,
  entity: z.string(),
  type: EntityType,
  aliases: z.array(z.string()),
  /** Number of memories that mention it. */
  mentions: z.number(),
  /** Current ones first, then disputed, hearsay and superseded, each strongest first. */
  relations: z.array(GraphRelation),
});
/** An entity that the query names, and its links. */
export interface GraphRow extends Of<typeof graphRowShape> {}
export const GraphRow: SchemaOf<GraphRow, typeof graphRowShape> = graphRowShape;

const metaRowShape = z.strictObject({
  domain: z.string(),
  category: z.union([EntityType, z.literal(['word', 'bank'])]),
  memories: z.number(),
  /** Number of memories by kind. */
  kinds: z.partialRecord(MemoryKind, z.number()),
  sessions: z.number(),
  /** The range of times at which they were said; null if nothing is known. */
  period: z
    .strictObject({
      from: Instant,
      to: Instant,
      text: z.string(),
    })
    .nullable(),
  /** Mean confidence, 0..1; null if nothing is known. */
  confidence: Share.nullable(),
  /** Mean usefulness, 0..1; 0.5 until feedback changes it; null if nothing is known. */
  usefulness: Share.nullable(),
  /** How often recalls delivered them. */
  accesses: z.number(),
  /** By number of memories: 0, up to 4, up to 19, up to 99, from 100. */
  expertise: z.enum(['none', 'beginner', 'intermediate', 'advanced', 'expert']),
  /** What is missing, in words. */
  gaps: z.array(z.string()),
});
/** What the bank knows about its knowledge of one thing: an entity or a word of the query, or the bank as a whole. */
export interface MetaRow extends Of<typeof metaRowShape> {}
export const MetaRow: SchemaOf<MetaRow, typeof metaRowShape> = metaRowShape;

const planningRowShape = z.strictObject({
  id: z.union([GoalId, MemoryId]),
  type: z.enum(['goal', 'blocker']),
  content: z.string(),
  /** Of a goal. */
  level: GoalLevel.nullable(),
  status: GoalStatus.nullable(),
  parent: GoalId.nullable(),
  /** A goal's depth in the tree; 0 for a blocker. */
  depth: z.number(),
  ...FIGURES,
  /** The reason it is listed. */
  rationale: z.string(),
});
/** A goal relevant to the query, each before those that serve it; or a blocker of one. */
export interface PlanningRow extends Of<typeof planningRowShape> {}
export const PlanningRow: SchemaOf<PlanningRow, typeof planningRowShape> = planningRowShape;

const layerExplanationShape = z.strictObject({
  query: z.string(),
  type: z.enum(QUERY_TYPES),
  reasoning: z.enum(REASONING_TYPES),
  /** Why these layers, in words. */
  why: z.string(),
  layers: z.array(Layer),
  /** Number of rows by layer. */
  counts: z.partialRecord(Layer, z.number()),
});
/** Which layers were queried and why. */
export interface LayerExplanation extends Of<typeof layerExplanationShape> {}
export const LayerExplanation: SchemaOf<LayerExplanation, typeof layerExplanationShape> =
  layerExplanationShape;

const answerOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    rows: z.array(row),
    /** Why there are no rows; null if there are some. */
    empty: z.string().nullable(),
  });

const layeredAnswerShape = z.strictObject({
  explanation: LayerExplanation,
  episodic: z.exactOptional(answerOf(EpisodicRow)),
  semantic: z.exactOptional(answerOf(SemanticRow)),
  procedural: z.exactOptional(answerOf(ProceduralRow)),
  prospective: z.exactOptional(answerOf(ProspectiveRow)),
  graph: z.exactOptional(answerOf(GraphRow)),
  meta: z.exactOptional(answerOf(MetaRow)),
  planning: z.exactOptional(answerOf(PlanningRow)),
});
/** The answer grouped by layer: those requested, in the order of {@link LAYERS}. */
export interface LayeredAnswer extends Of<typeof layeredAnswerShape> {}
export const LayeredAnswer: SchemaOf<LayeredAnswer, typeof layeredAnswerShape> = layeredAnswerShape;

/** The answer of one layer. */
export type LayerAnswer<Name extends Layer = Layer> = NonNullable<LayeredAnswer[Name]>;

/** Sort rank: current relations before disputed, reported and superseded ones. */
const ORDER: Readonly<Record<ValidityState, number>> = {
  current: 0,
  unread: 0,
  planned: 0,
  past: 0,
  disputed: 1,
  doubtful: 1,
  partly: 1,
  ended: 3,
  superseded: 3,
};
const BY_HEARSAY = 2;
/** For a link without evidence, which somebody set directly. */
export const UNTOLD: RelationValidity = {
  validity: 'current',
  validityDetail: null,
  reported: false,
  trust: 'user',
};

type Told = Pick<RelationValidity, 'validity' | 'reported'>;

/** Sorts relations that need no qualification first. */
export function byValidity(a: Told, b: Told): number {
  return placeOf(a) - placeOf(b);
}

/** 0 for a relation that needs no qualification, higher the more it needs. */
export function placeOf({ validity, reported }: Told): number {
  return reported ? Math.max(BY_HEARSAY, ORDER[validity]) : ORDER[validity];
}
