import type { Certainty, Known } from './certainty.js';
import type { Need, RecollectionId, ResultId } from './feedback.js';
import type { EdgeRole, EntityType } from './graph.js';
import type { MemoryId, SessionId } from './ids.js';
import type { MemoryImage } from './image.js';
import type { LayeredAnswer } from './layers.js';
import type { MemoryKind, Metadata, Provenance, Source, Stratum } from './memory.js';
import type { ResultField, StrategyName } from './profile.js';
import type { ReasoningType } from './reasoning.js';
import type { BesideResult } from './reflection.js';
import type { Route } from './route.js';
import type { Instant, Precision } from './time.js';
import type { StandingDetail, StandingState } from './standing.js';

/** The parts of capability U3, each 0..1 before weighing. */
export interface ScoreParts {
  readonly semantic: number;
  readonly lexical: number;
  readonly graph: number;
  readonly temporal: number;
  readonly reasoningFit: number;
  readonly agreement: number;
  readonly confidence: number;
  /** What the learned fusion makes of the words, their places and the speaker: 0..1. */
  readonly relevance: number;
  /** How alike its nearest picture is to the one asked with, -1..1; absent where no picture asked or it has none. */
  readonly picture?: number;
}

/** A memory beside a result: evidence for it, against it, or of the same context. */
export interface Attached {
  readonly id: MemoryId;
  readonly content: string;
  readonly why: EdgeRole | 'next_turn' | 'same_context';
}

/** The passage of a long memory that answers, as it stands in its content. */
export interface Excerpt {
  readonly text: string;
  /** Where it starts and ends in the content, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface Recalled {
  readonly id: MemoryId;
  readonly content: string;
  /** Absent where the content is short enough to be one passage. */
  readonly excerpt?: Excerpt;
  readonly kind: MemoryKind;
  readonly stratum: Stratum;
  /** Final score, 0..1, comparable within one answer only. */
  readonly score: number;
  /** The memory's own confidence, 0..1. */
  readonly confidence: number;
  readonly speaker: string | null;
  readonly session: SessionId | null;
  readonly turn: string | null;
  readonly saidAt: Instant;
  readonly occurred: {
    readonly from: Instant;
    readonly to: Instant;
    readonly precision: Precision;
    readonly text: string;
  };
  /** The most trusted of those it comes from: what a page or a tool says is no word of the user. */
  readonly trust: Source;
  /** How far what is said about it disagrees with its words, 0..1, and in what; absent where nothing does. */
  readonly mismatch?: { readonly score: number; readonly reasons: readonly string[] };
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  /** `superseded` and `disputed` are told of one slot, see `standingDetail`; all else is current. */
  readonly standing: StandingState;
  /** By what, since when and in which slot; null for what is current. */
  readonly standingDetail: StandingDetail | null;
  /** Which paths found it. */
  readonly paths: readonly string[];
  /** Why it is here and where it comes from, in words. */
  readonly provenance: string;
  readonly evidence: readonly Provenance[];
  readonly supporting: readonly Attached[];
  readonly contradictions: readonly Attached[];
  readonly related: readonly Attached[];
  readonly entities: readonly { readonly name: string; readonly type: EntityType }[];
  readonly images: readonly MemoryImage[];
  readonly scores: ScoreParts;
  /** How sure recall is of it. */
  readonly certainty: Certainty;
}

/** Fields that come along with a chosen one. */
export interface FieldCompanions {
  readonly provenance: 'evidence';
  readonly trust: 'mismatch';
  readonly standing: 'standingDetail';
}

/** A result of a recall that chose these fields. */
export type Chosen<Field extends ResultField> = Pick<
  Recalled,
  Field | FieldCompanions[Field & keyof FieldCompanions]
>;

export interface PathReport {
  /** One of recall’s own, or one that a module brings. */
  readonly path: string;
  readonly budgetMs: number;
  readonly tookMs: number;
  readonly found: number;
  /** Why it gave nothing or less than it could: `no date in the query`, `over its time budget`. */
  readonly note: string | null;
}

/** How the question was asked (capability A8). */
export interface StrategyReport {
  readonly asked: StrategyName | 'auto';
  /** The one that carried it through: `plain` where the one asked for had nothing to do, or fell back. */
  readonly used: StrategyName;
  /** What was done beside asking plainly, in order, in words. */
  readonly steps: readonly string[];
  /** What was not there to do it better, in words. */
  readonly unavailable: readonly string[];
}

/** A word of the question that was read by the conversation before it. */
export interface ReferenceReport {
  readonly said: string;
  readonly as: string;
}

/** That a constraint moved results after they were scored. */
export interface ConstraintReport {
  readonly name: string;
  /** How many of the results stand elsewhere than their other terms would put them. */
  readonly moved: number;
}

/** What a module did wrong while it was asked. Such an answer is not kept. */
export interface ModuleFault {
  readonly module: string;
  /** What of it was asked: `term recency`, `candidates pinned`. */
  readonly part: string;
  readonly why: string;
}

export interface RecallPlan {
  readonly reasoning: ReasoningType;
  /** The words of the query that decided the reasoning type. */
  readonly cues: readonly string[];
  /** What the query is after, and which paradigms answer it. */
  readonly route: Route;
  readonly paths: readonly PathReport[];
  readonly entities: readonly string[];
  /** Periods the query names, in words. */
  readonly periods: readonly string[];
  readonly expansions: readonly string[];
  readonly constraints: readonly ConstraintReport[];
  /** What was asked for, in stems: votes on the results count for needs like it. */
  readonly need: Need;
  readonly strategy: StrategyReport;
  readonly references: readonly ReferenceReport[];
  readonly faults: readonly ModuleFault[];
}

export const CASCADE_STAGES = ['semantic', 'episodic', 'graph', 'meta'] as const;
/** How far a search was widened: the recall itself; what stands around the best results; what is linked to them, and what tells how; their words. */
export type CascadeStage = (typeof CASCADE_STAGES)[number];

export interface StageReport {
  readonly stage: CascadeStage;
  /** Of the best result, after the stage, 0..1: its probability, or its overall certainty where there is none. */
  readonly confidence: number;
  /** Candidates that no stage before had. */
  readonly found: number;
  /** Results of the answer that were not in the one before. */
  readonly added: number;
  readonly tookMs: number;
}

/** Capability A10: the path a search took while it was not sure. */
export interface CascadeReport {
  readonly path: readonly CascadeStage[];
  readonly stages: readonly StageReport[];
  readonly stoppedBecause: 'sure' | 'depth' | 'time';
}

/** The answer to a recall (capability U12). Its results are whole, unless the profile chose `fields`. */
export interface Recollection<Result extends Partial<Recalled> = Partial<Recalled>> {
  /** For votes on its results, now or later; the same question of an unchanged bank in the same minute has the same id. */
  readonly id: RecollectionId;
  readonly results: readonly Result[];
  /** What reflection made of the matter, best first: beside the results, never in place of one. */
  readonly beside: readonly BesideResult[];
  /** The results' memories in order, whichever fields were chosen. */
  readonly delivered: readonly MemoryId[];
  /** The results' own ids, in order, for votes on them. */
  readonly resultIds: readonly ResultId[];
  /** 0..1: how often recalls for questions of this pattern were of use, by the votes on them; 0.5 without votes. */
  readonly feelingOfKnowing: number;
  /** The same grouped by layer, with what links, goals and counts tell; null unless layers were asked. */
  readonly layers: LayeredAnswer | null;
  readonly plan: RecallPlan;
  /** Share of the query's weighty words that the results hold between them, 0..1. */
  readonly coverage: number;
  /** Whether anything that answers is known at all. */
  readonly known: Known;
  /** How the search was widened while recall was not sure; null where the profile did not ask for it. */
  readonly cascade: CascadeReport | null;
  /** Candidates that were ranked. */
  readonly considered: number;
  /** Tokens of the results and of what stands beside them as JSON, as delivered; null where no budget was given, as counting costs more than finding. */
  readonly tokens: number | null;
  readonly cacheHit: boolean;
  readonly asOf: Instant | null;
  /** The bank's change number the answer rests on. */
  readonly sequence: number;
  /** Milliseconds by step, in order. */
  readonly timings: Readonly<Record<string, number>>;
  /** What was not available or was left out, in words. */
  readonly notices: readonly string[];
}
