import type { EdgeRole, EntityType } from './graph.js';
import type { MemoryId, SessionId } from './ids.js';
import type { MemoryImage } from './image.js';
import type { LayeredAnswer } from './layers.js';
import type { MemoryKind, Metadata, Provenance, Stratum } from './memory.js';
import type { Path, ReasoningType } from './profile.js';
import type { BesideResult } from './reflection.js';
import type { Route } from './route.js';
import type { Instant, Precision } from './time.js';

/** The six parts of capability U3, each 0..1 before weighing. */
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

export interface Recalled {
  readonly id: MemoryId;
  readonly content: string;
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
  readonly occurred: { readonly from: Instant; readonly to: Instant; readonly precision: Precision; readonly text: string };
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  /** Which paths found it. */
  readonly paths: readonly Path[];
  /** Why it is here and where it comes from, in words. */
  readonly provenance: string;
  readonly evidence: readonly Provenance[];
  readonly supporting: readonly Attached[];
  readonly contradictions: readonly Attached[];
  readonly related: readonly Attached[];
  readonly entities: readonly { readonly name: string; readonly type: EntityType }[];
  readonly images: readonly MemoryImage[];
  readonly scores: ScoreParts;
}

export interface PathReport {
  readonly path: Path;
  readonly budgetMs: number;
  readonly tookMs: number;
  readonly found: number;
  /** Why it gave nothing or less than it could: `no date in the query`, `over its time budget`. */
  readonly note: string | null;
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
}

/** The answer to a recall (capability U12). */
export interface Recollection {
  readonly results: readonly Partial<Recalled>[];
  /** What reflection made of the matter, best first: beside the results, never in place of one. */
  readonly beside: readonly BesideResult[];
  /** The results' memories in order, whichever fields were chosen. */
  readonly delivered: readonly MemoryId[];
  /** The same grouped by layer, with what links, goals and counts tell; null unless layers were asked. */
  readonly layers: LayeredAnswer | null;
  readonly plan: RecallPlan;
  /** Share of the query's weighty words that the results hold between them, 0..1. */
  readonly coverage: number;
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
