import type { Edge, Entity, NodeId } from '../domain/graph.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { LearnedProcedures, RelationValidity } from '../domain/layers.js';
import type { Memory } from '../domain/memory.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { CascadeReport, PathReport } from '../domain/recollection.js';
import type { StepTimer } from '../domain/pace.js';
import type { Instant, OffsetAt } from '../domain/time.js';
import type { Validity } from '../domain/validity.js';
import type { Accept, Companions } from '../indexes/index-lookups.js';
import type { BankState } from '../indexes/bank-state.js';
import type { VoteIndex } from '../indexes/votes.js';
import type { BankCaches, Module } from '../kernel/module.js';
import type { Stemmer } from '../language/stem.js';
import type { LanguageModel, Reranker } from '../ports/models.js';
import type { Observer } from '../ports/observer.js';
import type { Store } from '../ports/store.js';
import type { Clock } from '../ports/system.js';
import type { ModuleFaults, PathInput } from './candidate-sources.js';
import type { CertaintyModel, QualityOf } from './confidence/judgement.js';
import type { NearReflection, Surrounding } from './beside-results.js';
import { LexicalScorer } from './paths/lexical.js';
import { type QueryPicture, Similarities } from './paths/semantic.js';
import type { CodeJudge } from './ranking/code/code-ranking.js';
import type { FeatureTable } from './ranking/feature-list.js';
import type { RankingInput } from './ranking/features.js';
import type { FusionModel } from './ranking/fusion-model.js';
import type { Fused, Ranked } from './ranking/score.js';
import { MetadataMatchCache, RecallCache } from './recall-cache.js';
import type { QueryReader, Understanding } from './understand.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { PicturePorts } from '../spaces/e10-multimodal.js';
import type { LearnedEncoder } from '../spaces/dense-vectors.js';

/** Working arrays as long as the bank: reused from recall to recall, and never shared by concurrent ones. */
export class ScratchBuffers {
  readonly scorer = new LexicalScorer();
  readonly similarities = new Similarities();
}

/** A module as recall sees it: the hooks that concern recall. */
export type RecallModule = Pick<
  Module<{
    question: QuestionContext;
    result: Ranked;
    draft: never;
    bank: never;
    stored: never;
    memory: never;
  }>,
  'name' | 'budgetMs' | 'raise' | 'candidates' | 'terms' | 'constraints'
>;

/** Reads the status of links between entities, judged by the memories that state them. */
export type ReadRelations = (
  evidence: readonly Memory[],
  reading: Pick<RecallContext, 'bank' | 'state' | 'now'> & {
    readonly profile: Pick<ParsedProfile, 'asOf'>;
    readonly ports: Pick<RecallPorts, 'store'>;
  },
) => Promise<
  (
    edge: Pick<Edge, 'from' | 'to' | 'label'>,
    evidence: Memory,
    entityOf: (id: NodeId) => Entity | undefined,
  ) => RelationValidity
>;

export interface RecallPorts {
  readonly modules: readonly RecallModule[];
  /** The modules' caches of the bank: available to their own paths, terms and constraints. */
  readonly kept: BankCaches;
  readonly relations: ReadRelations;
  readonly store: Store;
  readonly clock: Clock;
  /** The built-in encoder; used in place of `embedder` for banks that it filled. */
  readonly encoder: TextEncoder;
  readonly causal: CausalSpace;
  readonly embedder?: LearnedEncoder;
  readonly reranker?: Reranker;
  readonly languageModel?: LanguageModel;
  readonly stemmer: Stemmer;
  readonly relatives: QueryReader['relatives'];
  readonly instances: QueryReader['instances'];
  readonly model: FusionModel;
  /** Fitted probabilities that a result answers, and that any memory does. */
  readonly certainty: CertaintyModel;
  /** A memory's quality, if it should not be its usefulness from votes. */
  readonly quality?: QualityOf;
  readonly pictures: PicturePorts;
  readonly cache: RecallCache;
  /** Cache of the context of memories in recent answers. */
  readonly surroundings: RecallCache<Surrounding>;
  /** Cache of the words associated with recently queried ones. */
  readonly companions: RecallCache<Companions>;
  /** Cache of the memories that match recent metadata filters. */
  readonly among: MetadataMatchCache;
  /** Receives the timings of each recall's steps. */
  readonly observer: Pick<Observer, 'flow'>;
  /** Buffers not in use by any recall. */
  readonly idle: ScratchBuffers[];
  /** Judges memories that are code; null leaves them to the general fusion. */
  readonly code: CodeJudge | null;
  /** Strategies learned from runs, for the procedural layer; absent if nothing is learned. */
  readonly procedures?: LearnedProcedures;
}

/** One recall: the question, the bank, and the means. */
export interface RecallContext {
  readonly profile: ParsedProfile;
  /** The picture of the query. */
  readonly picture: QueryPicture | null;
  readonly now: Instant;
  /** How far the asker's local time is ahead of UTC at a moment. */
  readonly offset: OffsetAt;
  readonly bank: BankName;
  readonly state: BankState;
  readonly ports: RecallPorts;
  readonly timer: StepTimer;
  /** A filter in addition to the profile's. */
  readonly accepts?: Accept;
  /** Faults of modules, over all calls of this recall. */
  readonly faults: ModuleFaults;
}

/** A parsed question, as passed to modules. */
export interface QuestionContext extends RecallContext {
  readonly understanding: Understanding;
  /** The votes as of the moment that the answer is about. */
  readonly votes: VoteIndex;
  /** The question's vector, once it has one. */
  readonly vector?: Float32Array;
}

/** What was found and how, best first. */
export interface RankedSet {
  readonly understanding: Understanding;
  readonly input: RankingInput;
  readonly reports: readonly PathReport[];
  /** Words of the bank taken as associated with the query's. */
  readonly expansions: readonly string[];
  readonly results: readonly Ranked[];
  /** Everything that was ranked, including the results, best first; the basis for their certainty. */
  readonly pool: readonly Ranked[];
  /** Everything that was ranked: `results` are the best of it, unless a reranker reordered them. */
  readonly weighed: readonly Ranked[];
  /** Every candidate that the learned fusion and the votes scored, best first; the best were loaded and weighed. */
  readonly fused: readonly Fused[];
  readonly table: FeatureTable;
  /** The fusion as adapted to this bank and question. */
  readonly model: FusionModel;
  /** The input of the paths. */
  readonly walked: PathInput;
  /** Reflections near to the question, best first. */
  readonly beside: readonly NearReflection[];
  readonly considered: number;
  /** The validity of results among others of their slots; null if nothing is contested. */
  readonly validity: ((id: MemoryId) => Validity | null) | null;
  /** How the search was widened; null if the profile does not ask for that. */
  readonly cascade: CascadeReport | null;
  /** No memory passes the profile's filter. */
  readonly empty: boolean;
  /** Why a learned model took no part, in words; an answer with any is not cached. */
  readonly faults: readonly string[];
}

/** Number of memories whose context is cached: about half a kilobyte each. */
const KEPT_SURROUNDINGS = 2_000;
/** Number of words whose associated words are cached: some kilobytes each. */
const KEPT_COMPANIONS = 1_000;

/** Number of metadata filters whose matching memories are cached. */
const KEPT_AMONG = 20;

/** Caches shared by all recalls of a bank, for values that do not depend on the question. */
export const createRecallCaches = (): Pick<
  RecallPorts,
  'surroundings' | 'companions' | 'among'
> => ({
  surroundings: new RecallCache(KEPT_SURROUNDINGS),
  companions: new RecallCache(KEPT_COMPANIONS),
  among: new MetadataMatchCache(KEPT_AMONG),
});
