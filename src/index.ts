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
export type * from './modules/capabilities.js';
export type { MetaMemoryReport } from './modules/feedback/report-metamemory.js';
export type { FeelingOfKnowing, SourceQuality } from './indexes/meta-memory.js';
export type { RouteAnswer, RouteInput } from './modules/paradigms/route.js';
export type { Brief, BriefInput, BriefPart } from './modules/context/compose-brief.js';
export type { InjectedContext } from './modules/context/compose-context.js';
export type { ContextInput } from './modules/context/context-input.js';
export type { RecentFilter, RecentMemories } from './modules/explain/list-recent.js';
export type { ImportStream } from './modules/import/open-source.js';
export type { ListFilter, ListPage } from './modules/explain/list.js';
export type {
  HierarchyAnswer,
  HierarchyInput,
  HierarchyLink,
  HierarchyNode,
  IsAAnswer,
  IsAInput,
} from './modules/graph/hierarchy.js';
export type { ConflictPage, ListedConflict } from './modules/validity/index.js';
export type { ConflictReceipt, ScanReport } from './modules/validity/index.js';
export type { Circle, CircleFilter, CircleReport } from './domain/circle.js';
export type { Shown, ShownClaim, ShownLink } from './modules/explain/show.js';
export type { Learning, MemoryFingerprint } from './modules/purpose/fingerprint-memory.js';
export type { GoalList, GoalReceipt, GoalRemoval } from './modules/goals/goals.js';
export type { GoalAlignment, PurposeReport } from './modules/purpose/purpose-report.js';
export type {
  PurposeMatch,
  PurposeMatches,
  PurposeQuery,
} from './modules/purpose/purpose-search.js';
export type { MemoryComparison, SpaceLikeness } from './modules/spaces/compare-memories.js';
export type { ExplainedRow, MemoryExplanation } from './modules/spaces/explain-memory.js';
export type {
  SpaceMatch,
  SpaceMatches,
  SpaceQuery,
  SpaceStanding,
} from './modules/spaces/search-spaces.js';
export type { SpaceWeights, WeightProfile } from './modules/spaces/weight-profiles.js';
export type { BankReceipt } from './modules/reflect/configure-bank.js';
export type { Knowledge } from './modules/reflect/knowledge.js';
export type {
  EntityCandidate,
  ResolvedEntity,
  ResolveEntityInput,
} from './modules/graph/resolve-entity.js';
export type { ReflectOptions } from './modules/reflect/ports.js';
export type { KnowledgeVerdict } from './modules/reflect/evidence-strength.js';
export type { Scratchpad, SessionMemory, SessionView } from './modules/context/session-memory.js';
export type { BankContents, FileContents, Statistics } from './modules/care/statistics.js';
export type { Diagnosis } from './modules/care/diagnose.js';
export type { Cost } from './recall/why/costs.js';
export type { Refusal } from './recall/why/filters.js';
export type { PathTrial } from './recall/why/path-trials.js';
export type { FeatureShare, FusionShares } from './recall/why/take-apart.js';
export type { LossStep, WhyNot } from './recall/why/why-not.js';
export type { ExplainedResult, PathRank, RankingExplanation } from './recall/why/why.js';
export type { ScoreTerms } from './domain/score-terms.js';
export { defineModule, type CapabilityModule } from './modules/module.js';
export type { FitPart } from './recall/ranking/reasoning-fit.js';
export type { ReindexOptions, ReindexReport } from './modules/care/reindex.js';
export type { EncoderChoice } from './bank/encoders.js';
export type { FeedbackReceipt } from './modules/feedback/give-feedback.js';
export type { LearnOptions } from './modules/strategies/learn.js';
export type {
  CompressInput,
  StrategyOutcomeInput,
  StrategyQuery,
} from './modules/strategies/strategies.js';
export type {
  Anticipation,
  AnticipateInput,
  Gap,
  GoalOutlook,
  HabitOutlook,
} from './modules/foresight/anticipate.js';
export type {
  Introspection,
  IntrospectInput,
  SelfEstimate,
} from './modules/foresight/introspect.js';
export type {
  BeliefToRevise,
  FeelingOfAnswer,
  KnowingPath,
  KnowledgeSource,
  RevisionInput,
  SourceReport,
} from './modules/metamemory/knowing.js';
export type { ObserveInput, ObserveReceipt } from './modules/foresight/observe.js';
export type { DecomposeInput, TriggerCueInput } from './modules/goals/plans.js';
export type { ActionPlan, PlanActionsInput } from './modules/foresight/plan-actions.js';
export type { PlanOption } from './modules/foresight/world/plan.js';
export type {
  PredictInput,
  PredictionReceipt,
  SimulateInput,
  Simulation,
  WorldRules,
} from './modules/foresight/simulate.js';
export type { ChosenStrategy, StrategyChoice } from './modules/strategies/choose-strategy.js';
export type { InteractionInput } from './modules/paradigms/conclude.js';
export type { Foretelling, ForetellInput } from './modules/foresight/foretell.js';
export type { GroundedStrategies, GroundedStrategy } from './modules/strategies/ground-strategy.js';
export type { ActOutcome, Execution, PreparedTask } from './modules/paradigms/prepare.js';
export type { LearningPriorities, LearningPriority } from './modules/metamemory/priorities.js';
export type { PursuedGoal, PursueInput, Pursuit } from './modules/paradigms/pursue.js';
export type { ReconcileInput } from './modules/paradigms/reconcile.js';
export type { UseInput, UseReceipt } from './modules/strategies/record-use.js';
export type { AttemptAdvice } from './modules/paradigms/should-attempt.js';
export type {
  SyncedCompetence,
  SyncInput,
  SyncReport,
} from './modules/metamemory/sync-competence.js';
export type { SynthesiseInput } from './modules/paradigms/synthesise.js';
export type { TaskInput } from './modules/strategies/task-input.js';
export type { MovedBelief, SettledPrediction, SettleInput } from './modules/foresight/settle.js';
export type { GoalState } from './modules/goals/agenda.js';
export type { SimulatedStep, Uncertainty } from './modules/foresight/world/simulate.js';
export type { GoalPlanInput, Plan, Priority, Trigger } from './domain/learned/plan.js';
export type { TransitionPattern, TransitionSource } from './domain/learned/transition.js';
export type { TrajectoryInput, TrajectoryOutcome } from './domain/learned/trajectory.js';
export type { Risk, StrategyLevel } from './domain/learned/strategy.js';
export type { BankDiff, ChangedMemory, DiffInput } from './modules/curate/diff.js';
export type { LogFilter, LogLine, LogPage } from './modules/curate/list-log.js';
export type { Clash } from './modules/curate/invert.js';
export type { UndoInput, UndoReceipt } from './modules/curate/undo.js';
export type { Reversible } from './domain/reversal.js';
export type { ForgetReceipt } from './modules/curate/forget.js';
export type { ImportOptions, ImportProgress, ImportReport } from './modules/import/import-text.js';
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
export type { Rejection } from './modules/privacy/quarantine.js';
export type { Revealed } from './safety/reveal.js';
export type { Disposition, DispositionInput } from './domain/disposition.js';
export type { OpinionList } from './modules/reflect/find-opinions.js';
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
export type { AnnotateInput, BoostInput, RevisedMemory } from './modules/curate/annotate.js';
export type { CiteInput, Expansion } from './modules/graph/cite.js';
export type { FoundPath, PathAnswer, PathInput, PathStep } from './modules/graph/find-path.js';
export type { Lineage, LineageStep } from './modules/curate/lineage.js';
export type { GraphNode } from './modules/graph/name-nodes.js';
export type {
  GraphLink,
  Neighbourhood,
  NeighbourhoodInput,
} from './modules/graph/neighbourhood.js';
export type { CausalAnswer, CausalQuery, StatedCause } from './modules/graph/query-causes.js';
export type { TombstoneInput } from './modules/curate/tombstones.js';
export type { Advice, AdviceInput, AdvisedStep } from './modules/guidance/advise.js';
export type { GraphDescription } from './modules/graph/describe-graph.js';
export type { Contradicting, Critique, CritiqueInput } from './modules/guidance/critique.js';
export type {
  Accuracy,
  AccuracyInput,
  RetrievalComparison,
  RetrievalComparisonInput,
} from './modules/guidance/measure-recall.js';
export type { Pulse, Suggestion } from './modules/guidance/pulse.js';
export type { PlannedQuery, SearchPlan, SearchPlanInput } from './modules/guidance/search-plan.js';
export type { CurationTask, MemeticStatus } from './modules/guidance/status.js';
export type { GroundFact } from './modules/told/ground-fact.js';
export type { GuardMode, Quarantine } from './domain/quarantine.js';
export { REASONING_TYPES, type ReasoningType } from './domain/reasoning.js';
export type { StandingDetail, StandingState } from './domain/standing.js';
export type * from './modules/strategies/strategy-answers.js';
export type * from './modules/goals/plan-answers.js';
export type * from './modules/paradigms/answers.js';
