export { openMemory, openMemoryStore, type OpenOptions, type Store } from './open.js';
export { restoreBackup, verifyBackup, type RestoreOptions, type VerifyOptions } from './restore.js';
export type { EraseInput, EraseProof, EraseReport } from './domain/erasure.js';
export type { ExportCounts, ExportOptions, ExportReport, PortableType } from './domain/portable.js';
export type {
  BackupManifest,
  BackupOptions,
  BackupReport,
  BackupVerdict,
  BackedUpTable,
} from './domain/backup.js';
export { Mneme, type AcceptedReceipt } from './mneme.js';
export type * from './capabilities/index.js';
export type { MetaMemoryReport } from './modules/feedback/report-metamemory.js';
export type { FeelingOfKnowing, SourceQuality } from './indexes/meta-memory.js';
export type { RouteAnswer, RouteInput } from './engine/route.js';
export type { Brief, BriefInput, BriefPart } from './engine/context/compose-brief.js';
export type { InjectedContext } from './engine/context/compose-context.js';
export type { ContextInput } from './engine/context/context-input.js';
export type { RecentFilter, RecentMemories } from './engine/list-recent.js';
export type { ImportStream } from './engine/open-source.js';
export type { ListFilter, ListPage } from './engine/list.js';
export type {
  HierarchyAnswer,
  HierarchyInput,
  HierarchyLink,
  HierarchyNode,
  IsAAnswer,
  IsAInput,
} from './engine/hierarchy.js';
export type { ConflictPage, ListedConflict } from './modules/validity/index.js';
export type { ConflictReceipt, ScanReport } from './modules/validity/index.js';
export type { Circle, CircleFilter, CircleReport } from './domain/circle.js';
export type { Shown, ShownClaim, ShownLink } from './engine/show.js';
export type { Learning, MemoryFingerprint } from './modules/purpose/fingerprint-memory.js';
export type { GoalList, GoalReceipt, GoalRemoval } from './engine/goals/goals.js';
export type { GoalAlignment, PurposeReport } from './modules/purpose/purpose-report.js';
export type {
  PurposeMatch,
  PurposeMatches,
  PurposeQuery,
} from './modules/purpose/purpose-search.js';
export type { MemoryComparison, SpaceLikeness } from './engine/spaces/compare-memories.js';
export type { ExplainedRow, MemoryExplanation } from './engine/spaces/explain-memory.js';
export type {
  SpaceMatch,
  SpaceMatches,
  SpaceQuery,
  SpaceStanding,
} from './engine/spaces/search-spaces.js';
export type { SpaceWeights, WeightProfile } from './engine/spaces/weight-profiles.js';
export type { BankReceipt } from './engine/reflection/configure-bank.js';
export type { Knowledge } from './engine/reflection/knowledge.js';
export type {
  EntityCandidate,
  ResolvedEntity,
  ResolveEntityInput,
} from './engine/reflection/resolve-entity.js';
export type { ReflectOptions } from './reflect/ports.js';
export type { KnowledgeVerdict } from './reflect/evidence-strength.js';
export type { Scratchpad, SessionMemory, SessionView } from './engine/session-memory.js';
export type { BankContents, FileContents, Statistics } from './engine/statistics.js';
export type { Diagnosis } from './engine/diagnose.js';
export type { Cost } from './recall/why/costs.js';
export type { Refusal } from './recall/why/filters.js';
export type { PathTrial } from './recall/why/path-trials.js';
export type { FeatureShare, FusionShares } from './recall/why/take-apart.js';
export type { LossStep, WhyNot } from './recall/why/why-not.js';
export type { ExplainedResult, PathRank, RankingExplanation } from './recall/why/why.js';
export type { ScoreTerms } from './domain/score-terms.js';
export { defineModule, type CapabilityModule } from './modules/module.js';
export type { FitPart } from './recall/ranking/reasoning-fit.js';
export type { ReindexOptions, ReindexReport } from './engine/reindex.js';
export type { EncoderChoice } from './engine/encoders.js';
export type { FeedbackReceipt } from './modules/feedback/give-feedback.js';
export type { LearnOptions } from './engine/learning/learn.js';
export type {
  CompressInput,
  StrategyOutcomeInput,
  StrategyQuery,
} from './engine/learning/strategies.js';
export type {
  Anticipation,
  AnticipateInput,
  Gap,
  GoalOutlook,
  HabitOutlook,
} from './engine/learning/anticipate.js';
export type { Introspection, IntrospectInput, SelfEstimate } from './engine/learning/introspect.js';
export type {
  BeliefToRevise,
  FeelingOfAnswer,
  KnowingPath,
  KnowledgeSource,
  RevisionInput,
  SourceReport,
} from './engine/learning/knowing.js';
export type { ObserveInput, ObserveReceipt } from './engine/learning/observe.js';
export type { DecomposeInput, TriggerCueInput } from './engine/learning/plans.js';
export type { ActionPlan, PlanActionsInput } from './engine/learning/plan-actions.js';
export type { PlanOption } from './foresight/world/plan.js';
export type {
  PredictInput,
  PredictionReceipt,
  SimulateInput,
  Simulation,
  WorldRules,
} from './engine/learning/simulate.js';
export type { ChosenStrategy, StrategyChoice } from './engine/paradigms/choose-strategy.js';
export type { InteractionInput } from './engine/paradigms/conclude.js';
export type { Foretelling, ForetellInput } from './engine/paradigms/foretell.js';
export type { GroundedStrategies, GroundedStrategy } from './engine/paradigms/ground-strategy.js';
export type { ActOutcome, Execution, PreparedTask } from './engine/paradigms/prepare.js';
export type { LearningPriorities, LearningPriority } from './engine/paradigms/priorities.js';
export type { PursuedGoal, PursueInput, Pursuit } from './engine/paradigms/pursue.js';
export type { ReconcileInput } from './engine/paradigms/reconcile.js';
export type { UseInput, UseReceipt } from './engine/paradigms/record-use.js';
export type { AttemptAdvice } from './engine/paradigms/should-attempt.js';
export type {
  SyncedCompetence,
  SyncInput,
  SyncReport,
} from './engine/paradigms/sync-competence.js';
export type { SynthesiseInput } from './engine/paradigms/synthesise.js';
export type { TaskInput } from './engine/paradigms/task-input.js';
export type { MovedBelief, SettledPrediction, SettleInput } from './engine/learning/settle.js';
export type { GoalState } from './foresight/goals/agenda.js';
export type { SimulatedStep, Uncertainty } from './foresight/world/simulate.js';
export type { GoalPlanInput, Plan, Priority, Trigger } from './domain/learned/plan.js';
export type { TransitionPattern, TransitionSource } from './domain/learned/transition.js';
export type { TrajectoryInput, TrajectoryOutcome } from './domain/learned/trajectory.js';
export type { Risk, StrategyLevel } from './domain/learned/strategy.js';
export type { BankDiff, ChangedMemory, DiffInput } from './curate/diff.js';
export type { LogFilter, LogLine, LogPage } from './curate/list-log.js';
export type { Clash } from './curate/invert.js';
export type { UndoInput, UndoReceipt } from './curate/undo.js';
export type { Reversible } from './domain/reversal.js';
export type { ForgetReceipt } from './forget/forget.js';
export type { ImportOptions, ImportProgress, ImportReport } from './importing/import-text.js';
export { MnemeError, ERROR_CODES, type ErrorCode } from './domain/errors.js';
export {
  VERDICTS,
  type FeedbackInput,
  type Need,
  type RecollectionId,
  type ResultId,
  type Verdict,
  type Vote,
} from './domain/feedback.js';
export { fenceRecalled } from './domain/recalled-text.js';
export {
  MEMORY_KINDS,
  type Memory,
  type MemoryKind,
  type MentionedDate,
  type Provenance,
  type Source,
  type Stratum,
  type Usage,
} from './domain/memory.js';
export type {
  Conflict,
  ConflictFilter,
  ConflictVerdict,
  Kept,
  ConflictSettling,
  Settlement,
} from './domain/conflict.js';
export {
  GOAL_LEVELS,
  GOAL_STATUSES,
  type Goal,
  type GoalFilter,
  type GoalInput,
  type GoalLevel,
  type GoalStatus,
} from './domain/goal.js';
export type { GoalLine } from './domain/goal-tree.js';
export type { Fall, PurposeSample } from './domain/purpose-history.js';
export { SPACES, type SpaceName } from './domain/space.js';
export type { Fingerprint, FingerprintRow } from './spaces/fingerprint/fingerprint.js';
export type { JohariQuadrant } from './spaces/fingerprint/johari.js';
export type { AlignmentLevel, PurposeVector } from './spaces/fingerprint/purpose.js';
export type { Bank, BankSettings } from './domain/bank.js';
export type { BankInput, Protection } from './domain/bank-input.js';
export type { PrivacyLevel, RedactionCounts } from './domain/privacy.js';
export type { QuarantineChoice, QuarantineFilter } from './domain/quarantine-input.js';
export type { Rejection } from './engine/safety/quarantine.js';
export type { Revealed } from './safety/reveal.js';
export type { Disposition, DispositionInput } from './domain/disposition.js';
export type { OpinionList } from './engine/reflection/find-opinions.js';
export type { Told, ToldLine } from './modules/told/told.js';
export type { Precedent, Precedents } from './modules/told/precedents.js';
export type { ToldPlan, ToldPlans } from './modules/told/plans.js';
export type { Opinion, OpinionFilter, OpinionMoveInput, OpinionReceipt } from './domain/opinion.js';
export {
  REFLECTED_TAG,
  REFLECTION_KINDS,
  type BesideResult,
  type ReflectInput,
  type Reflection,
  type ReflectionCounts,
  type ReflectionKind,
  type ReflectReport,
} from './domain/reflection.js';
export type {
  BankName,
  ConflictId,
  ContextId,
  EntityId,
  GoalId,
  LearnedId,
  MemoryId,
  SessionId,
} from './domain/ids.js';
export type {
  Context,
  Edge,
  EdgeFamily,
  EdgeRole,
  EdgeStatus,
  Entity,
  EntityType,
} from './domain/graph.js';
export type { ImageInput, ImagePixels, MediaType, MemoryImage } from './domain/image.js';
export type {
  ScratchInput,
  ScratchNote,
  SessionNote,
  WorkingEvent,
  WorkingMemory,
  WorkingTurn,
} from './domain/working-memory.js';
export type { RememberInput } from './domain/input.js';
export { mismatchOf, type Mismatch } from './safety/mismatch/find-mismatch.js';
export {
  PATHS,
  RESULT_FIELDS,
  RESULT_ORDERS,
  STRATEGIES,
  type Path,
  type ChosenProfile,
  type RecallProfile,
  type ResultField,
  type ResultOrder,
  type StrategyName,
  type WholeProfile,
} from './domain/profile.js';
export {
  CERTAINTY_LEVELS,
  KNOWN_VERDICTS,
  type Certainty,
  type CertaintyFactors,
  type CertaintyLevel,
  type Known,
  type KnownVerdict,
} from './domain/certainty.js';
export type { BatchReceipt, Outcome, Receipt } from './domain/receipt.js';
export {
  CASCADE_STAGES,
  type Attached,
  type CascadeReport,
  type CascadeStage,
  type Chosen,
  type FieldCompanions,
  type PathReport,
  type Recalled,
  type RecallPlan,
  type Recollection,
  type ReferenceReport,
  type ScoreParts,
  type StageReport,
  type StrategyReport,
} from './domain/recollection.js';
export {
  QUERY_TYPES,
  PARADIGMS,
  type Paradigm,
  type QueryType,
  type Route,
  type RouteReading,
} from './domain/route.js';
export {
  LAYERS,
  type EpisodicRow,
  type GraphRelation,
  type GraphRow,
  type Layer,
  type LayerAnswer,
  type LayeredAnswer,
  type LayerExplanation,
  type MetaRow,
  type PlanningRow,
  type ProceduralRow,
  type ProspectiveRow,
  type SemanticRow,
} from './domain/layers.js';
export type { Instant, Period, Precision } from './domain/time.js';
export type { Clock } from './ports/clock.js';
export type { FlowTaken, Observer, OperationDone, OperationRun } from './ports/observer.js';
export type { Random } from './ports/random.js';
export type { Wait } from './ports/wait.js';
export { describeInterval } from './language/describe-interval.js';
export {
  IMPORT_FORMATS,
  READER_NAMES,
  type ImportFormat,
  type ReaderName,
} from './domain/import-format.js';
export type { ForgetChoice } from './domain/forgetting.js';
export type {
  BadLine,
  Manifest,
  ManifestAction,
  ManifestChoice,
  ManifestFilter,
  ManifestReport,
} from './domain/manifest.js';
export type { MergeInput, MergeReceipt, MergeStrategy, PriorDifference } from './domain/merge.js';
export type { AnnotateInput, BoostInput, RevisedMemory } from './engine/curation/annotate.js';
export type { CiteInput, Expansion } from './engine/graph/cite.js';
export type { FoundPath, PathAnswer, PathInput, PathStep } from './engine/graph/find-path.js';
export type { Lineage, LineageStep } from './engine/graph/lineage.js';
export type { GraphNode } from './engine/graph/name-nodes.js';
export type { GraphLink, Neighbourhood, NeighbourhoodInput } from './engine/graph/neighbourhood.js';
export type { CausalAnswer, CausalQuery, StatedCause } from './engine/graph/query-causes.js';
export type { TombstoneInput } from './engine/graph/tombstones.js';
export type { Advice, AdviceInput, AdvisedStep } from './engine/guidance/advise.js';
export type { GraphDescription } from './engine/guidance/describe-graph.js';
export type { Contradicting, Critique, CritiqueInput } from './engine/guidance/critique.js';
export type {
  Accuracy,
  AccuracyInput,
  RetrievalComparison,
  RetrievalComparisonInput,
} from './engine/guidance/measure-recall.js';
export type { Pulse, Suggestion } from './engine/guidance/pulse.js';
export type { PlannedQuery, SearchPlan, SearchPlanInput } from './engine/guidance/search-plan.js';
export type { CurationTask, MemeticStatus } from './engine/guidance/status.js';
export type { GroundFact } from './engine/paradigms/ground-fact.js';
export type { GuardMode, Quarantine } from './domain/quarantine.js';
export { REASONING_TYPES, type ReasoningType } from './domain/reasoning.js';
export type { StandingDetail, StandingState } from './domain/standing.js';
export type * from './engine/learning/strategy-answers.js';
export type * from './engine/learning/plan-answers.js';
export type * from './engine/paradigms/answers.js';
