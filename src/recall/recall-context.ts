import type { VoteIndex } from '../indexes/vote-index.js';
import type { Edge, Entity, NodeId } from '../domain/graph.js';
import type { MemoryId, BankName } from '../domain/ids.js';
import type { RelationStanding, LearnedProcedures } from '../domain/layers.js';
import type { Memory } from '../domain/memory.js';
import type { Standing } from '../domain/standing.js';
import type { Module } from '../kernel/module.js';
import type { ModuleFaults } from './module-faults.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Accept } from '../indexes/accept.js';
import type { Instant } from '../domain/time.js';
import type { StepTimer } from '../domain/step-timer.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Companions } from '../indexes/companions.js';
import type { WordVectors } from '../language/meaning/word-vectors.js';
import type { Stemmer } from '../language/stem.js';
import type { Clock } from '../ports/clock.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { Observer } from '../ports/observer.js';
import type { Reranker } from '../ports/reranker.js';
import type { Store } from '../ports/store.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { LearnedEncoder } from '../spaces/learned-encoder.js';
import type { PicturePorts } from '../spaces/read-picture.js';
import type { TextEncoder } from '../spaces/text-encoder.js';
import type { CertaintyModel } from './confidence/certainty-model.js';
import type { QualityOf } from './confidence/factors.js';
import type { Surrounding } from './expand.js';
import type { QueryPicture } from './query-picture.js';
import type { CodeJudge } from './ranking/code-ranking.js';
import type { FusionModel } from './ranking/fusion-model.js';
import type { MeantMemories } from './meant-memories.js';
import type { RecallCache } from './recall-cache.js';
import type { QueryReader, Understanding } from './understand.js';
import type { ScratchBuffers } from './scratch-buffers.js';
import type { PathReport, CascadeReport } from '../domain/recollection.js';
import type { NearReflection } from './near-reflections.js';
import type { PathInput } from './bank-sources.js';
import type { RankingInput } from './ranking/features.js';
import type { FeatureTable } from './ranking/feature-list.js';
import type { Ranked, Fused } from './ranking/ranked.js';

/** A module as recall knows it: what it takes part in. */
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

/** How links between entities hold, told by the memories that they were read in. */
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
  ) => RelationStanding
>;

/** Throws `unavailable` where the module is not loaded that keeps it. */
export interface Rooms {
  of<Part extends object>(kind: abstract new (...args: never[]) => Part): Part;
}

export interface RecallPorts {
  readonly modules: readonly RecallModule[];
  readonly relations: ReadRelations;
  readonly store: Store;
  readonly clock: Clock;
  /** The built-in encoder; `embedder` serves the banks it fills. */
  readonly encoder: TextEncoder;
  readonly causal: CausalSpace;
  readonly embedder?: LearnedEncoder;
  readonly reranker?: Reranker;
  readonly languageModel?: LanguageModel;
  readonly stemmer: Stemmer;
  readonly relatives: QueryReader['relatives'];
  readonly instances: QueryReader['instances'];
  /** What English words mean; read when the first question is asked. */
  readonly wordVectors: () => Promise<WordVectors>;
  readonly model: FusionModel;
  /** Fitted chances that a result answers, and that anything does. */
  readonly certainty: CertaintyModel;
  /** What use has taught about a memory's worth, where another than its usefulness is to be asked. */
  readonly quality?: QualityOf;
  readonly pictures: PicturePorts;
  readonly cache: RecallCache;
  /** What stands around memories that were lately in an answer. */
  readonly surroundings: RecallCache<Surrounding>;
  /** Which words go with those that were lately asked about. */
  readonly companions: RecallCache<Companions>;
  /** Which memories the filters by metadata mean that were lately asked. */
  readonly among: MeantMemories;
  /** Is told the times of each recall's steps. */
  readonly observer: Pick<Observer, 'flow'>;
  /** ScratchBuffers that no recall is using. */
  readonly idle: ScratchBuffers[];
  /** Judges memories that are code; null leaves them to the fusion of all others. */
  readonly code: CodeJudge | null;
  /** What was learned from runs, for the procedural layer; absent where nothing is learned. */
  readonly procedures?: LearnedProcedures;
  /** What modules keep of the bank while it is open. */
  readonly rooms: Rooms;
}

/** One recall: what is asked, of which bank, with what. */
export interface RecallContext {
  readonly profile: ParsedProfile;
  /** The picture it asks with. */
  readonly picture: QueryPicture | null;
  readonly now: Instant;
  /** How far ahead of UTC the clock of who asks is, in milliseconds. */
  readonly offset: number;
  readonly bank: BankName;
  readonly state: BankState;
  readonly ports: RecallPorts;
  readonly timer: StepTimer;
  /** What else a memory must pass, beside the profile's filter. */
  readonly accepts?: Accept;
  /** What modules did wrong, of all askings of this recall. */
  readonly faults: ModuleFaults;
}

/** A question that recall has understood: what modules are asked with. */
export interface QuestionContext extends RecallContext {
  readonly understanding: Understanding;
  /** The votes by the moment that the answer rests on. */
  readonly votes: VoteIndex;
}

/** What was found and how, best first. */
export interface Chosen {
  readonly understanding: Understanding;
  readonly input: RankingInput;
  readonly reports: readonly PathReport[];
  /** Words of the bank that were taken to go with the query's. */
  readonly expansions: readonly string[];
  readonly results: readonly Ranked[];
  /** All that was ranked, the results among them, best first: what their certainty is judged by. */
  readonly pool: readonly Ranked[];
  /** Everything that was ranked: `results` are the best of it, when no reranker ordered them anew. */
  readonly weighed: readonly Ranked[];
  /** Every candidate that was read closely by the learned fusion and the votes, best first; the best of them were loaded and weighed. */
  readonly fused: readonly Fused[];
  readonly table: FeatureTable;
  /** The fusion as this bank and this question have it. */
  readonly model: FusionModel;
  /** What the paths were walked with. */
  readonly walked: PathInput;
  /** What reflection wrote that is near to the question, best first. */
  readonly beside: readonly NearReflection[];
  readonly considered: number;
  /** How the results stand beside others of their slots; null where nothing is contested. */
  readonly standing: ((id: MemoryId) => Standing) | null;
  /** How the search was widened; null where it was not asked for. */
  readonly cascade: CascadeReport | null;
  /** No memory passes the profile's filter. */
  readonly empty: boolean;
  /** Why a learned model had no part in it, in words; an answer with any is not kept. */
  readonly faults: readonly string[];
}
