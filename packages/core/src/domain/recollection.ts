import { z } from 'zod';
import { Need, RecollectionId, ResultId } from './feedback.js';
import { EdgeRole, EntityType } from './graph.js';
import { MemoryId, SessionId } from './ids.js';
import { LayeredAnswer, ParadigmsReading, QUERY_TYPES, readingOf } from './layers.js';
import { MemoryImage, MemoryKind, Metadata, Provenance, Source, Stratum } from './memory.js';
import { Note } from './note.js';
import { type ResultField, STRATEGIES } from './profile.js';
import { REASONING_TYPES } from './reasoning.js';
import { BesideResult } from './reflection.js';
import { allOptional, type Of, OwnText, type SchemaOf, Share } from './schema.js';
import { Instant, Precision } from './time.js';
import { ValidityDetail, ValidityState } from './validity.js';

const certaintyFactorsShape = z.strictObject({
  /** How well it fits the question: by the learned fusion, or by meaning alone if that is higher. */
  relevance: Share,
  /** How reliable its kind of memory is, adjusted by feedback. */
  sourceQuality: Share,
  /** Falls from 0.95 if it was last stated today to 0 after 37 days. */
  recency: Share,
  /** 0.9 if other memories support it, 0.6 for a supposition, 0.4 if one contradicts it, else 0.75. */
  consistency: Share,
  /** Share of the possible details that it has: who, when, where, what it is about. */
  completeness: Share,
});
/** The five factors of certainty, each 0..1. */
export interface CertaintyFactors extends Of<typeof certaintyFactorsShape> {}
export const CertaintyFactors: SchemaOf<CertaintyFactors, typeof certaintyFactorsShape> =
  certaintyFactorsShape;

/** From the most to the least certain. */
export const CERTAINTY_LEVELS = ['very_high', 'high', 'medium', 'low', 'very_low'] as const;
export type CertaintyLevel = (typeof CERTAINTY_LEVELS)[number];

const certaintyShape = z.strictObject({
  factors: CertaintyFactors,
  /** The weighted factors, 0..1. */
  overall: Share,
  level: z.enum(CERTAINTY_LEVELS),
});
/** Heuristic reliability of one result; not a probability. */
export interface Certainty extends Of<typeof certaintyShape> {}
export const Certainty: SchemaOf<Certainty, typeof certaintyShape> = certaintyShape;

export const KNOWN_VERDICTS = ['known', 'unsure', 'unknown', 'lapsed', 'unjudged'] as const;
export type KnownVerdict = (typeof KNOWN_VERDICTS)[number];

const knownShape = z.strictObject({
  /**
   * The probability as a word: `known` from 0.55, `unknown` below 0.2, `unsure` between. `lapsed`: what answered has
   * ended or rests on something that changed, and nothing replaces it. `unjudged`: there is no probability.
   */
  verdict: z.enum(KNOWN_VERDICTS),
  /** Reasons for doubt, in words, or why there is no probability; empty for `known`. */
  doubts: z.array(z.string()),
  /** The memory that used to answer; only with the verdict `lapsed`. */
  lapsed: z.exactOptional(MemoryId),
});
/** Whether the bank knows anything that answers the question, in words. */
export interface Known extends Of<typeof knownShape> {}
export const Known: SchemaOf<Known, typeof knownShape> = knownShape;

const scorePartsShape = z.strictObject({
  semantic: Share,
  lexical: Share,
  graph: Share,
  temporal: Share,
  reasoningFit: Share,
  agreement: Share,
  confidence: Share,
  /** The learned fusion's score for words, context and speaker: 0..1. */
  relevance: Share,
  /** Similarity of its closest picture to the query's, -1..1; absent without a picture on either side. */
  picture: z.exactOptional(z.number()),
});
/** The parts of a score, each 0..1 before weighting. */
export interface ScoreParts extends Of<typeof scorePartsShape> {}
export const ScoreParts: SchemaOf<ScoreParts, typeof scorePartsShape> = scorePartsShape;

const attachedShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /** `superseded_by`: it takes the result's place, now or from a day to come. */
  why: z.union([EdgeRole, z.literal(['superseded_by', 'next_turn', 'same_context'])]),
});
/** A memory shown with a result: evidence for it, against it, or of the same context. */
export interface Attached extends Of<typeof attachedShape> {}
export const Attached: SchemaOf<Attached, typeof attachedShape> = attachedShape;

const excerptShape = z.strictObject({
  text: z.string(),
  /** Where it starts and ends in the content, in UTF-16 units. */
  start: z.number(),
  end: z.number(),
});
/** The passage of a long memory that answers, verbatim. */
export interface Excerpt extends Of<typeof excerptShape> {}
export const Excerpt: SchemaOf<Excerpt, typeof excerptShape> = excerptShape;

const turnOfNoteShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  saidAt: Instant,
});
/** A turn that a note was extracted from, verbatim. */
export interface TurnOfNote extends Of<typeof turnOfNoteShape> {}
export const TurnOfNote: SchemaOf<TurnOfNote, typeof turnOfNoteShape> = turnOfNoteShape;

const recalledNoteShape = z.strictObject({
  ...Note.shape,
  /** The most informative first, without forgotten ones. */
  turns: z.array(TurnOfNote),
});
/** The structure of a recalled note, with the turns it was extracted from. */
interface RecalledNote extends Of<typeof recalledNoteShape> {}
const RecalledNote: SchemaOf<RecalledNote, typeof recalledNoteShape> = recalledNoteShape;

const resultWhyShape = z.strictObject({
  /** Default sort key of the results, 0..1; comparable within one answer only. */
  score: Share,
  /** The memory's own confidence, 0..1. */
  confidence: Share,
  /** How reliable it is. */
  certainty: Certainty,
  /** The parts of the score. */
  scores: ScoreParts,
});
/** The figures behind a result's place and probability. */
export interface ResultWhy extends Of<typeof resultWhyShape> {}
export const ResultWhy: SchemaOf<ResultWhy, typeof resultWhyShape> = resultWhyShape;

const recalledShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /** Absent if the content is a single passage. */
  excerpt: z.exactOptional(Excerpt),
  kind: MemoryKind,
  stratum: Stratum,
  /**
   * The fitted probability that it answers the question, 0..1; null if no model was fitted for the bank's encoder, or
   * the question had no words.
   */
  probability: Share.nullable(),
  speaker: z.string().nullable(),
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  saidAt: Instant,
  occurred: z.strictObject({ from: Instant, to: Instant, precision: Precision, text: OwnText }),
  /** The most trusted of its sources: what a page or a tool says is not the user's word. */
  trust: Source,
  /** How much its metadata contradicts its text, 0..1, and why; absent if they agree. */
  mismatch: z.exactOptional(z.strictObject({ score: Share, reasons: z.array(z.string()) })),
  tags: z.array(z.string()),
  metadata: Metadata,
  /**
   * `current`; `superseded`, `partly` or `disputed` as in `validityDetail`; `doubtful` if what it rested on has
   * changed; `planned`, `ended` or `past` by the dates of its note.
   */
  validity: ValidityState,
  /** What superseded or disputes it, since when and in which slot; null if current. */
  validityDetail: ValidityDetail.nullable(),
  /** Which paths found it. */
  paths: z.array(z.string()),
  /** Why it is here and where it comes from, in words. */
  provenance: z.string(),
  evidence: z.array(Provenance),
  supporting: z.array(Attached),
  contradictions: z.array(Attached),
  related: z.array(Attached),
  entities: z.array(z.strictObject({ name: z.string(), type: EntityType })),
  images: z.array(MemoryImage),
  /** Absent unless it is a note. */
  note: z.exactOptional(RecalledNote),
  /** The other figures, which explain its rank. */
  why: ResultWhy,
});
/** A memory that a recall found. */
export interface Recalled extends Of<typeof recalledShape> {}
export const Recalled: SchemaOf<Recalled, typeof recalledShape> = recalledShape;

/** Fields that are included with a chosen one. */
export interface FieldCompanions {
  readonly provenance: 'evidence';
  readonly trust: 'mismatch';
  readonly validity: 'validityDetail';
  readonly why: 'probability';
}

/** A result of a recall that chose these fields. */
export type Chosen<Field extends ResultField> = Pick<
  Recalled,
  Field | FieldCompanions[Field & keyof FieldCompanions]
>;

const pathReportShape = z.strictObject({
  /** A path of recall itself, or of a module. */
  path: z.string(),
  budgetMs: z.number(),
  tookMs: z.number(),
  found: z.number(),
  /** Why it returned nothing or less than it could: `no date in the query`, `over its time budget`. */
  note: z.string().nullable(),
});
export interface PathReport extends Of<typeof pathReportShape> {}
export const PathReport: SchemaOf<PathReport, typeof pathReportShape> = pathReportShape;

const strategyReportShape = z.strictObject({
  asked: z.union([z.enum(STRATEGIES), z.literal('auto')]),
  /** The one that completed: `plain` if the requested one had nothing to do, or fell back. */
  used: z.enum(STRATEGIES),
  /** What was done in addition to a plain search, in order, in words. */
  steps: z.array(z.string()),
  /** What was unavailable that would have helped, in words. */
  unavailable: z.array(z.string()),
});
/** How the search was run. */
export interface StrategyReport extends Of<typeof strategyReportShape> {}
export const StrategyReport: SchemaOf<StrategyReport, typeof strategyReportShape> =
  strategyReportShape;

const referenceReportShape = z.strictObject({
  said: z.string(),
  as: z.string(),
});
/** A word of the question that was resolved by the preceding conversation. */
export interface ReferenceReport extends Of<typeof referenceReportShape> {}
export const ReferenceReport: SchemaOf<ReferenceReport, typeof referenceReportShape> =
  referenceReportShape;

const constraintReportShape = z.strictObject({
  name: z.string(),
  /** Number of results whose rank it changed. */
  moved: z.number(),
});
/** A constraint that moved results after scoring. */
export interface ConstraintReport extends Of<typeof constraintReportShape> {}
export const ConstraintReport: SchemaOf<ConstraintReport, typeof constraintReportShape> =
  constraintReportShape;

const moduleFaultShape = z.strictObject({
  module: z.string(),
  /** The part of it that was called: `term recency`, `candidates pinned`. */
  part: z.string(),
  why: z.string(),
});
/** A failure in a module during recall. Such an answer is not cached. */
export interface ModuleFault extends Of<typeof moduleFaultShape> {}
export const ModuleFault: SchemaOf<ModuleFault, typeof moduleFaultShape> = moduleFaultShape;

const recallPlanShape = z.strictObject({
  reasoning: z.enum(REASONING_TYPES),
  /** The words of the query that determined the reasoning type. */
  cues: z.array(z.string()),
  /** The query type, and the paradigms that answer it. */
  route: z.strictObject({
    type: readingOf(z.enum(QUERY_TYPES)),
    paradigms: ParadigmsReading,
    reasoning: readingOf(z.enum(REASONING_TYPES)),
  }),
  paths: z.array(PathReport),
  entities: z.array(z.string()),
  /** Periods the query names, in words. */
  periods: z.array(z.string()),
  expansions: z.array(z.string()),
  constraints: z.array(ConstraintReport),
  /** What the question asked for, in stems: votes on the results count for similar needs. */
  need: Need,
  strategy: StrategyReport,
  references: z.array(ReferenceReport),
  faults: z.array(ModuleFault),
});
export interface RecallPlan extends Of<typeof recallPlanShape> {}
export const RecallPlan: SchemaOf<RecallPlan, typeof recallPlanShape> = recallPlanShape;

export const CASCADE_STAGES = ['semantic', 'episodic', 'graph', 'meta'] as const;
/**
 * How far a search was widened: the recall itself; the surroundings of the best results; what is linked to them, and
 * procedures; their words.
 */
export type CascadeStage = (typeof CASCADE_STAGES)[number];

const stageReportShape = z.strictObject({
  stage: z.enum(CASCADE_STAGES),
  /** Of the best result after the stage, 0..1: its probability, or its overall certainty without one. */
  confidence: Share,
  /** Candidates that no earlier stage had. */
  found: z.number(),
  /** Results of the answer that were not in the previous one. */
  added: z.number(),
  tookMs: z.number(),
});
export interface StageReport extends Of<typeof stageReportShape> {}
export const StageReport: SchemaOf<StageReport, typeof stageReportShape> = stageReportShape;

const cascadeReportShape = z.strictObject({
  path: z.array(z.enum(CASCADE_STAGES)),
  stages: z.array(StageReport),
  stoppedBecause: z.enum(['sure', 'depth', 'time']),
});
/** How a search was widened while its best result was uncertain. */
export interface CascadeReport extends Of<typeof cascadeReportShape> {}
export const CascadeReport: SchemaOf<CascadeReport, typeof cascadeReportShape> = cascadeReportShape;

/** A result of a recall that chose its fields: every field is optional. */
const ChosenResult = allOptional(Recalled.shape);

const recollectionWhyShape = z.strictObject({
  /** The probability of the answer as a word, and reasons for doubt. */
  known: Known,
  /** Share of the query's significant words that the results together contain, 0..1. */
  coverage: Share,
  /** 0..1: how often recalls for questions of this pattern were useful, by the votes on them; 0.5 without votes. */
  feelingOfKnowing: Share,
});
/** The evidence behind the probability of an answer. */
export interface RecollectionWhy extends Of<typeof recollectionWhyShape> {}
export const RecollectionWhy: SchemaOf<RecollectionWhy, typeof recollectionWhyShape> =
  recollectionWhyShape;

const recollectionShape = z.strictObject({
  /** For votes on its results; the same question to an unchanged bank within a minute has the same id. */
  id: RecollectionId,
  /** The results' own ids, in order, for votes on them. */
  resultIds: z.array(ResultId),
  /**
   * Fitted probability that the bank holds an answer at all, 0..1; null if no model was fitted for the bank's
   * encoder, or the question had no words.
   */
  probability: Share.nullable(),
  /** How the search was widened while its best result was uncertain; null if the profile did not ask for it. */
  cascade: CascadeReport.nullable(),
  results: z.array(ChosenResult),
  /** Reflections on the topic, best first; shown in addition to the results, never instead of one. */
  beside: z.array(BesideResult),
  /** The results' memories in order, whichever fields were chosen. */
  delivered: z.array(MemoryId),
  /** The same grouped by layer, with links, goals and counts; null unless layers were requested. */
  layers: LayeredAnswer.nullable(),
  plan: RecallPlan,
  why: RecollectionWhy,
  /** Candidates that were ranked. */
  considered: z.number(),
  /**
   * Tokens of the results and their companions as JSON, as delivered; null without a budget, because counting takes
   * longer than searching.
   */
  tokens: z.number().nullable(),
  cacheHit: z.boolean(),
  asOf: Instant.nullable(),
  /** Number of the bank's change that the answer is based on. */
  sequence: z.number(),
  /** Milliseconds by step, in order. */
  timings: z.record(z.string(), z.number()),
  /** What was unavailable or left out, in words. */
  notices: z.array(z.string()),
});
/** The answer to a recall. Its results have all fields, unless the profile chose `fields`. */
export interface Recollection<Result extends Partial<Recalled> = Partial<Recalled>> extends Omit<
  Of<typeof recollectionShape>,
  'results'
> {
  readonly results: readonly Result[];
}
export const Recollection: SchemaOf<Recollection, typeof recollectionShape> = recollectionShape;
