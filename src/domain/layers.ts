import type { EntityType } from './graph.js';
import type { GoalLevel, GoalStatus } from './goal.js';
import type { EntityId, GoalId, MemoryId, SessionId } from './ids.js';
import type { LearnedId } from './ids.js';
import type { MemoryKind, Source } from './memory.js';
import type { ReasoningType } from './reasoning.js';
import type { StandingDetail } from './standing.js';
import type { StandingState } from './standing.js';
import type { QueryType } from './route.js';
import type { Instant } from './time.js';

/** Capability A1: what of a bank can be asked alone. */
export const LAYERS = [
  'episodic',
  'semantic',
  'procedural',
  'prospective',
  'graph',
  'meta',
  'planning',
] as const;
export type Layer = (typeof LAYERS)[number];

/** The layer that a memory of a kind stands in first. */
export type KindLayer = Extract<Layer, 'episodic' | 'semantic' | 'procedural'>;

export const LAYER_OF_KIND: Readonly<Record<MemoryKind, KindLayer>> = {
  experience: 'episodic',
  signal: 'episodic',
  fact: 'semantic',
  opinion: 'semantic',
  observation: 'semantic',
  claim: 'semantic',
  decision: 'semantic',
  principle: 'semantic',
  strategy: 'procedural',
};

/** Capability A4: how good a layer is as a source before anything is known of it; a layer it does not name has the least. */
export const LAYER_QUALITY: Readonly<Record<Layer, number>> = {
  episodic: 0.85,
  semantic: 0.8,
  procedural: 0.75,
  graph: 0.7,
  meta: 0.7,
  prospective: 0.65,
  planning: 0.65,
};

/** Which layers answer a query type where a recall is grouped and none were named. */
export const LAYERS_OF: Readonly<Record<QueryType, readonly Layer[]>> = {
  temporal: ['episodic', 'semantic'],
  relational: ['graph', 'semantic', 'episodic'],
  planning: ['planning', 'prospective', 'procedural', 'semantic'],
  procedural: ['procedural', 'semantic', 'episodic'],
  prospective: ['prospective', 'planning', 'episodic'],
  meta: ['meta', 'semantic'],
  factual: ['semantic', 'episodic', 'graph'],
};

/** What happened: experiences and signals, in order of session and time. */
export interface EpisodicRow {
  readonly eventId: MemoryId;
  readonly content: string;
  /** When it was said. */
  readonly timestamp: Instant;
  readonly type: MemoryKind;
  readonly speaker: string | null;
  readonly session: SessionId | null;
  readonly turn: string | null;
  /** When it happened, in words. */
  readonly occurred: string;
  readonly score: number;
  readonly confidence: number;
}

/** What holds: facts, opinions, observations, principles, claims, decisions; best first. */
export interface SemanticRow {
  readonly id: MemoryId;
  readonly content: string;
  readonly type: MemoryKind;
  /** Cosine to the query, 0..1. */
  readonly similarity: number;
  readonly tags: readonly string[];
  readonly score: number;
  readonly confidence: number;
}

/** How something is done: strategies that were learned or told, and any memory whose text tells steps; best first. */
export interface ProceduralRow {
  /** A learned strategy’s, as in s_01h5k0c2x9w7a, or a memory’s. */
  readonly id: MemoryId | LearnedId;
  /** What it is for: its title, or its first words. */
  readonly name: string;
  /** The memory's `category` or `domain` in its metadata, else its first tag; null where it has neither. */
  readonly category: string | null;
  /** The whole text. */
  readonly template: string;
  /** The steps read off the text, in order; empty where it has none of a form that is read. */
  readonly steps: readonly string[];
  /** `successes` by `applications` of its metadata, 0..1; null where nobody recorded any. */
  readonly successRate: number | null;
  readonly score: number;
  readonly confidence: number;
}

/** Finds learned strategies for a task, the best first, at most so many. */
export type LearnedProcedures = (task: string, limit: number) => Promise<readonly ProceduralRow[]>;

/** What lies ahead of the moment asked: intentions, tasks, reminders, dated events, standing goals; the next due first. */
export interface ProspectiveRow {
  readonly id: MemoryId | GoalId;
  readonly content: string;
  readonly type: 'task' | 'reminder' | 'plan' | 'event' | 'goal';
  /** `due` is under way now; `open` has no date; `recurring` comes again. */
  readonly status: 'due' | 'ahead' | 'open' | 'recurring' | 'suspended';
  /** 0..1, capability P19: what its words say of it (0.5 where they say nothing), times 1.5 within a day, 1.2 within a week. */
  readonly priority: number;
  /** Who is to do it, where the text tells. */
  readonly assignee: string | null;
  readonly due: { readonly from: Instant; readonly to: Instant; readonly text: string } | null;
  readonly saidAt: Instant;
  readonly score: number;
}

/** How a link between two entities stands, told by the memory that it was read in. */
export interface RelationStanding {
  /** Whether it still holds, as far as the bank knows. */
  readonly standing: StandingState;
  /** By what, since when and in which slot; null for what is current. */
  readonly standingDetail: StandingDetail | null;
  /** Hearsay: the memory tells that somebody else says or thinks so. */
  readonly reported: boolean;
  /** The most trusted of those the memory comes from. */
  readonly trust: Source;
}

/** One link of an entity to another. */
export interface GraphRelation extends RelationStanding {
  /** The relation's own word (`lives_in`), else its role (`part_of`). */
  readonly relation: string;
  readonly to: { readonly id: EntityId; readonly name: string; readonly type: EntityType };
  /** `in`: it is told of `to`, as in “to relation entity”. */
  readonly direction: 'out' | 'in';
  readonly confidence: number;
  /** The memory it was read in. */
  readonly evidence: { readonly id: MemoryId; readonly content: string } | null;
}

/** An entity that the query names, and what it is linked to. */
export interface GraphRow {
  readonly id: EntityId;
  readonly entity: string;
  readonly type: EntityType;
  readonly aliases: readonly string[];
  /** Memories that mention it. */
  readonly mentions: number;
  /** Those that hold first, then those in dispute, by hearsay and superseded, in each the strongest first. */
  readonly relations: readonly GraphRelation[];
}

/** What the bank knows about its knowledge of one thing: an entity or a word of the query, or the bank as a whole. */
export interface MetaRow {
  readonly domain: string;
  readonly category: EntityType | 'word' | 'bank';
  readonly memories: number;
  /** Memories by kind, those it has. */
  readonly kinds: Readonly<Partial<Record<MemoryKind, number>>>;
  readonly sessions: number;
  /** Of the things said: from when to when; null where nothing is known. */
  readonly period: { readonly from: Instant; readonly to: Instant; readonly text: string } | null;
  /** Mean confidence, 0..1; null where nothing is known. */
  readonly confidence: number | null;
  /** Mean usefulness, 0..1; 0.5 until feedback moves it; null where nothing is known. */
  readonly usefulness: number | null;
  /** How often recalls delivered them. */
  readonly accesses: number;
  /** By the number of memories: 0, to 4, to 19, to 99, from 100. */
  readonly expertise: 'none' | 'beginner' | 'intermediate' | 'advanced' | 'expert';
  /** What is missing, in words. */
  readonly gaps: readonly string[];
}

/** A goal that bears on the query, each before those that serve it; or what stands in the way of one. */
export interface PlanningRow {
  readonly id: GoalId | MemoryId;
  readonly type: 'goal' | 'blocker';
  readonly content: string;
  /** Of a goal. */
  readonly level: GoalLevel | null;
  readonly status: GoalStatus | null;
  readonly parent: GoalId | null;
  /** How far below the top of the tree a goal stands; 0 for a blocker. */
  readonly depth: number;
  /** A blocker's memory's confidence; 1 for a goal, which was set and not found. */
  readonly confidence: number;
  /** Why it is here. */
  readonly rationale: string;
}

interface RowOf {
  readonly episodic: EpisodicRow;
  readonly semantic: SemanticRow;
  readonly procedural: ProceduralRow;
  readonly prospective: ProspectiveRow;
  readonly graph: GraphRow;
  readonly meta: MetaRow;
  readonly planning: PlanningRow;
}

/** What one layer answers. */
export interface LayerAnswer<Name extends Layer = Layer> {
  readonly rows: readonly RowOf[Name][];
  /** Why there are none; null where there are some. */
  readonly empty: string | null;
}

/** Which layers were asked and why (capability A7). */
export interface LayerExplanation {
  readonly query: string;
  readonly type: QueryType;
  readonly reasoning: ReasoningType;
  /** Why these layers, in words. */
  readonly why: string;
  readonly layers: readonly Layer[];
  /** Rows by layer asked. */
  readonly counts: Readonly<Partial<Record<Layer, number>>>;
}

/** The answer grouped by layer: those asked for, in the order of {@link LAYERS}. */
export type LayeredAnswer = { readonly explanation: LayerExplanation } & {
  readonly [Name in Layer]?: LayerAnswer<Name>;
};
