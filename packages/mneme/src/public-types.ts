// `mneme/types`: every public type, those of index.ts included, for programs that name what they pass on.
export type * from '@mneme/import/types.js';
export type * from '@mneme/webhooks/types.js';
export type * from '@mneme/agent/strategies/strategy-answers.js';
export type { OpenOptions, Store } from './open.js';
export type { ModelTrial, ModelTrials, TryModelsOptions } from './try-models.js';
export type { Advice, AdviceInput, AdvisedStep } from '@mneme/agent/advisor/advise.js';
export type { Guidance } from '@mneme/agent/advisor/capability.js';
export type {
  CheckInput,
  Checked,
  SentenceChecked,
  SentenceVerdict,
  ToldOfSentence,
} from '@mneme/agent/advisor/check/answer.js';
export type {
  AnswerComparison,
  AnswerState,
  AnswersInput,
  ComparedAnswer,
  ComparedQuestion,
} from '@mneme/agent/advisor/capability.js';
export type { MemeticStatus } from '@mneme/agent/advisor/status.js';
export type { Dreams } from '@mneme/agent/consolidation/capability.js';
export type { Dialogue } from '@mneme/agent/dialogue/capability.js';
export type { Forecast, ForecastOutcome } from '@mneme/agent/forecasts/forecast.js';
export type { ForecastFilter, Forecasts } from '@mneme/agent/forecasts/forecasts.js';
export type { PredictInput, PredictionReceipt, Settled } from '@mneme/agent/forecasts/forecasts.js';
export type { GoalState } from '@mneme/agent/goals/plans.js';
export type { Goals } from '@mneme/agent/goals/capability.js';
export type { GoalList, ListedGoal } from '@mneme/agent/goals/list-goals.js';
export type { GoalReceipt, GoalSetInput } from '@mneme/agent/goals/set-goal.js';
export type { Graph } from '@mneme/agent/graph/capability.js';
export type { Exploration, GraphInput } from '@mneme/agent/graph/explore.js';
export type { FoundPath, PathAnswer, PathStep } from '@mneme/agent/graph/find-path.js';
export type { GraphMap, MapNode } from '@mneme/agent/graph/neighbourhood.js';
export type {
  HierarchyAnswer,
  HierarchyInput,
  HierarchyLink,
  HierarchyNode,
  IsAAnswer,
} from '@mneme/agent/graph/stated-relations.js';
export type {
  CiteInput,
  Expansion,
  GraphLink,
  Neighbourhood,
} from '@mneme/agent/graph/neighbourhood.js';
export type { GraphNode } from '@mneme/agent/graph/nodes-and-links.js';
export type {
  CausalAnswer,
  CausalQuery,
  StatedCause,
} from '@mneme/agent/graph/stated-relations.js';
export type { Causes, CausesInput } from '@mneme/agent/inference/causes.js';
export type {
  InferenceProof,
  Inferred,
  ProofStep,
  ProofTurn,
} from '@mneme/agent/inference/conclusion.js';
export type { InferInput, Inference } from '@mneme/agent/inference/infer.js';
export type { KeptConclusion } from '@mneme/agent/inference/causes.js';
export type { Metamemory } from '@mneme/agent/metamemory/capability.js';
export type {
  LearningPriority,
  MetamemoryAnswer,
  TaughtCompetence,
} from '@mneme/agent/metamemory/report.js';
export type { Opinions } from '@mneme/agent/reflect/capability.js';
export type { OpinionList } from '@mneme/agent/reflect/knowledge.js';
export type { Knowledge } from '@mneme/agent/reflect/knowledge.js';
export type { ReflectOptions } from '@mneme/agent/reflect/reflect-run.js';
export type { Strategies } from '@mneme/agent/strategies/capability.js';
export type { ChosenStrategy } from '@mneme/agent/strategies/choose-strategy.js';
export type { LearnOptions } from '@mneme/agent/strategies/learn.js';
export type { StrategyQuery } from '@mneme/agent/strategies/choose-strategy.js';
export type { TaskInput } from '@mneme/agent/strategies/strategy-answers.js';
export type { UseInput, UseReceipt } from '@mneme/agent/strategies/strategy-record.js';
export type { Conclusion, Reconciliation } from '@mneme/agent/task-loop/answers.js';
export type { AttemptAdvice } from '@mneme/agent/task-loop/answers.js';
export type { Paradigms } from '@mneme/agent/task-loop/capability.js';
export type { ForetellInput, Foretelling } from '@mneme/agent/task-loop/foretell.js';
export type { InteractionInput } from '@mneme/agent/task-loop/conclude.js';
export type { ObserveInput, ObserveReceipt } from '@mneme/agent/task-loop/prepare.js';
export type { ActOutcome, Execution, PreparedTask } from '@mneme/agent/task-loop/prepare.js';
export type { PursueInput, PursuedGoal, Pursuit } from '@mneme/agent/task-loop/pursue.js';
export type { Synthesis, SynthesiseInput } from '@mneme/agent/task-loop/prepare.js';
export type { Gap, GoalOutlook, HabitOutlook } from '@mneme/agent/world-model/anticipate.js';
export type { Foresight } from '@mneme/agent/world-model/capability.js';
export type {
  MovedBelief,
  SettleInput,
  SettledPrediction,
} from '@mneme/agent/world-model/score-predictions.js';
export type { SelfEstimate } from '@mneme/agent/world-model/self-estimate.js';
export type { SimulateInput, Simulation } from '@mneme/agent/world-model/simulate.js';
export type { ActionPlan, World, WorldInput } from '@mneme/agent/world-model/world-rules.js';
export type { PlanOption } from '@mneme/agent/world-model/world/plan.js';
export type { SimulatedStep, Uncertainty } from '@mneme/agent/world-model/world/simulate.js';
export type { FunctionVerdict, KindVerdict } from '@mneme/code/verification/verdict.js';
export type {
  Verdicts,
  Verification,
  VerifyInput,
} from '@mneme/code/verification/verify-memory.js';
export type { EncoderChoice } from '@mneme/core/bank/memory-vectors.js';
export type {
  BackedUpTable,
  BackupManifest,
  BackupOptions,
  BackupReport,
  BackupVerdict,
} from '@mneme/core/domain/import-export.js';
export type {
  Bank,
  BankInput,
  BankSettings,
  Disposition,
  DispositionInput,
  Protection,
} from '@mneme/core/domain/bank.js';
export type {
  Certainty,
  CertaintyFactors,
  CertaintyLevel,
  Known,
  KnownVerdict,
} from '@mneme/core/domain/recollection.js';
export type { ChatTurn, ReadMessages } from '@mneme/core/domain/chat-turns.js';
export type {
  Conflict,
  ConflictFilter,
  ConflictSettling,
  ConflictVerdict,
  Kept,
  Settlement,
} from '@mneme/core/domain/validity.js';
export type { ErrorCode } from '@mneme/core/domain/errors.js';
export type {
  FeedbackInput,
  Need,
  RecollectionId,
  ResultId,
  Verdict,
  Vote,
} from '@mneme/core/domain/feedback.js';
export type {
  EraseInput,
  EraseProof,
  EraseReport,
  ForgetChoice,
} from '@mneme/core/domain/forgetting-and-merging.js';
export type {
  Goal,
  GoalFilter,
  GoalInput,
  GoalLevel,
  GoalLine,
  GoalStatus,
} from '@mneme/core/domain/goal.js';
export type {
  Context,
  Edge,
  EdgeFamily,
  EdgeRole,
  EdgeStatus,
  Entity,
  EntityType,
} from '@mneme/core/domain/graph.js';
export type {
  BankName,
  ConflictId,
  ContextId,
  EntityId,
  GoalId,
  LearnedId,
  MemoryId,
  SessionId,
} from '@mneme/core/domain/ids.js';
export type { ImageInput, ImagePixels, MediaType, MemoryImage } from '@mneme/core/domain/memory.js';
export type {
  ExportCounts,
  ExportOptions,
  ExportReport,
  ImportFormat,
  PortableType,
  ReaderName,
} from '@mneme/core/domain/import-export.js';
export type { RememberInput } from '@mneme/core/domain/input.js';
export type {
  EpisodicRow,
  GraphRelation,
  GraphRow,
  Layer,
  LayerAnswer,
  LayerExplanation,
  LayeredAnswer,
  MetaRow,
  PlanningRow,
  ProceduralRow,
  ProspectiveRow,
  SemanticRow,
} from '@mneme/core/domain/layers.js';
export type { GoalPlanInput, Plan, Priority, Trigger } from '@mneme/core/domain/goal.js';
export type { Risk, StrategyLevel } from '@mneme/core/domain/strategy.js';
export type { TrajectoryInput, TrajectoryOutcome } from '@mneme/core/domain/strategy.js';
export type { TransitionPattern, TransitionSource } from '@mneme/core/domain/world-model.js';
export type {
  Memory,
  MemoryKind,
  MentionedDate,
  Provenance,
  Source,
  Stratum,
  Usage,
} from '@mneme/core/domain/memory.js';
export type {
  MergeInput,
  MergeReceipt,
  MergeStrategy,
  PriorDifference,
} from '@mneme/core/domain/forgetting-and-merging.js';
export type {
  CurationTask,
  DreamAnswer,
  DreamInput,
  DreamPart,
  DreamReport,
  DreamReportInput,
  DreamReview,
  DreamSettled,
} from '@mneme/core/domain/night.js';
export type { DraftNote, Note, NoteInput } from '@mneme/core/domain/note.js';
export type {
  Opinion,
  OpinionFilter,
  OpinionMoveInput,
  OpinionReceipt,
} from '@mneme/core/domain/reflection.js';
export type { PrivacyLevel, RedactionCounts } from '@mneme/core/domain/privacy.js';
export type {
  ChosenProfile,
  Path,
  RecallProfile,
  ResultField,
  ResultOrder,
  StrategyName,
  WholeProfile,
} from '@mneme/core/domain/profile.js';
export type { GuardMode, Quarantine, QuarantineInput } from '@mneme/core/domain/privacy.js';
export type { ReadingAnswer, ReadingReport } from '@mneme/core/domain/reading.js';
export type { ReasoningType } from '@mneme/core/domain/reasoning.js';
export type {
  AcceptedReceipt,
  BatchReceipt,
  Outcome,
  Receipt,
  Worth,
  WorthSuggestion,
} from '@mneme/core/domain/receipt.js';
export type {
  Attached,
  CascadeReport,
  CascadeStage,
  Chosen,
  FieldCompanions,
  PathReport,
  RecallPlan,
  Recalled,
  Recollection,
  RecollectionWhy,
  ReferenceReport,
  ResultWhy,
  ScoreParts,
  StageReport,
  StrategyReport,
} from '@mneme/core/domain/recollection.js';
export type {
  BesideResult,
  ReflectInput,
  ReflectReport,
  Reflection,
  ReflectionCounts,
  ReflectionKind,
} from '@mneme/core/domain/reflection.js';
export type { Reversible } from '@mneme/core/domain/change.js';
export type { Paradigm, QueryType, Route, RouteReading } from '@mneme/core/domain/layers.js';
export type { KeptScope, MemoryScope } from '@mneme/core/domain/ids.js';
export type { ScoreTerms } from '@mneme/core/domain/profile.js';
export type { SpaceName } from '@mneme/core/domain/change.js';
export type { Instant, Period, Precision } from '@mneme/core/domain/time.js';
export type {
  Circle,
  CircleFilter,
  CircleReport,
  StandingDetail,
  StandingState,
  ValidityDetail,
  ValidityState,
} from '@mneme/core/domain/validity.js';
export type {
  ScratchNote,
  SessionInput,
  WorkingEvent,
  WorkingMemory,
  WorkingTurn,
} from '@mneme/core/domain/working-memory.js';
export type { FeelingOfKnowing, SourceQuality } from '@mneme/core/indexes/votes.js';
export type { Branches } from '@mneme/core/modules/branches/branches.js';
export type { Branching } from '@mneme/core/modules/branches/capability.js';
export type { BranchMade, MakeBranchInput } from '@mneme/core/modules/branches/branches.js';
export type {
  BranchComparison,
  BranchMerge,
  MergeBranchInput,
} from '@mneme/core/modules/branches/merge-branch.js';
export type { About, AboutInput } from '@mneme/core/modules/browse/about.js';
export type { Browse } from '@mneme/core/modules/browse/capability.js';
export type {
  EntitiesInput,
  EntityCandidate,
  EntityPage,
  ListedEntity,
  ResolvedEntity,
} from '@mneme/core/modules/browse/entities.js';
export type { HeldClaim } from '@mneme/core/modules/browse/slots.js';
export type { Timeline, TimelineInput } from '@mneme/core/modules/browse/timeline.js';
export type {
  Account,
  Certificate,
  Signing,
  VerifiedCertificate,
  VerifyCertificateOptions,
} from '@mneme/core/modules/certificates/index.js';
export type { Brief, BriefInput } from '@mneme/core/modules/context/compose-brief.js';
export type { BriefPart } from '@mneme/core/modules/context/brief-lines.js';
export type { InjectedContext } from '@mneme/core/modules/context/compose-context.js';
export type { ContextInput } from '@mneme/core/modules/context/relevance.js';
export type { Pulse } from '@mneme/core/modules/context/index.js';
export type { SessionMemory, SessionView } from '@mneme/core/modules/context/session.js';
export type { Documents } from '@mneme/core/modules/documents/capability.js';
export type { GroundFact } from '@mneme/core/modules/evidence/evidence.js';
export type { ToldPlan, ToldPlans } from '@mneme/core/modules/evidence/plans.js';
export type { Precedent, Precedents } from '@mneme/core/modules/evidence/precedents.js';
export type { Told, ToldLine } from '@mneme/core/modules/evidence/told.js';
export type { Devices } from '@mneme/core/modules/sync/capability.js';
export type { ReadDevice, UnreadDevice } from '@mneme/core/modules/sync/devices.js';
export type { Overruled } from '@mneme/core/modules/sync/merge-segment.js';
export type { LeftOut } from '@mneme/core/modules/sync/shared-folder.js';
export type { MemoryFolders } from '@mneme/core/modules/files/capability.js';
export type { LeftFile } from '@mneme/core/modules/files/folder.js';
export type { MemoryToolCall } from '@mneme/core/modules/files/memory-tool.js';
export type { HeldNotes, Removed } from '@mneme/core/modules/files/plan.js';
export type { Curation } from '@mneme/core/modules/history/capability.js';
export type { BankDiff, ChangedMemory, DiffInput } from '@mneme/core/modules/history/diff.js';
export type { ForgetInput } from '@mneme/core/modules/history/forget.js';
export type { ForgetReceipt } from '@mneme/core/modules/history/forget.js';
export type { Clash } from '@mneme/core/modules/history/diff.js';
export type { UndoInput, UndoReceipt } from '@mneme/core/modules/history/undo.js';
export type { UpdateInput, UpdateReceipt } from '@mneme/core/modules/history/update.js';
export type { Lineage, LineageStep } from '@mneme/core/modules/inspect/provenance.js';
export type { LogFilter, LogLine, LogPage } from '@mneme/core/modules/inspect/list.js';
export type { ListFilter, ListPage } from '@mneme/core/modules/inspect/list.js';
export type { KnowledgeSource, SourceReport } from '@mneme/core/modules/inspect/provenance.js';
export type { Shown, ShownClaim, ShownLink } from '@mneme/core/modules/inspect/show.js';
export type { Care } from '@mneme/core/modules/maintenance/capability.js';
export type { BankReceipt } from '@mneme/core/modules/maintenance/banks.js';
export type { Diagnosis } from '@mneme/core/modules/maintenance/diagnostics.js';
export type { BrokenNote, DoctorInput, SelfTest, Tally } from '@mneme/core/domain/self-test.js';
export type { MemoryFile } from '@mneme/core/modules/maintenance/file/capability.js';
export type { BankDeleted, DeleteBankInput } from '@mneme/core/modules/maintenance/banks.js';
export type { ReindexOptions, ReindexReport } from '@mneme/core/modules/maintenance/reindex.js';
export type {
  BankContents,
  FileContents,
  Statistics,
} from '@mneme/core/modules/maintenance/diagnostics.js';
export type { CapabilityModule } from '@mneme/core/modules/module.js';
export type { ToldOutcome } from '@mneme/core/modules/outcomes/credit.js';
export type {
  CreditInput,
  CreditReport,
  CreditedMemory,
} from '@mneme/core/modules/outcomes/credit.js';
export type { FeedbackAnswer } from '@mneme/core/modules/outcomes/take-feedback.js';
export type { Privacy } from '@mneme/core/modules/privacy/capability.js';
export type { QuarantineAnswer } from '@mneme/core/modules/privacy/quarantine.js';
export type { Readings } from '@mneme/core/modules/reading/capability.js';
export type { WorthAnswer, WorthInput } from '@mneme/core/modules/salience/read-worth.js';
export type { Spaces } from '@mneme/core/modules/spaces/capability.js';
export type {
  ExplainInput,
  ExplainedRow,
  MemoryExplanation,
} from '@mneme/core/modules/spaces/explain-memory.js';
export type { SpaceWeights, WeightProfile } from '@mneme/core/modules/spaces/rank-fusion.js';
export type {
  SpaceMatch,
  SpaceMatches,
  SpaceQuery,
  SpaceStanding,
} from '@mneme/core/modules/spaces/search-spaces.js';
export type { Testing } from '@mneme/core/modules/testing/capability.js';
export type { CaseFile, CaseFileInput, MemoryCase } from '@mneme/core/modules/testing/case.js';
export type { PinnedCase } from '@mneme/core/modules/testing/case.js';
export type { Drift, Mutation, TestReport } from '@mneme/core/modules/testing/report.js';
export type { TestInput } from '@mneme/core/modules/testing/run.js';
export type { Validity } from '@mneme/core/modules/validity/capability.js';
export type {
  ConflictPage,
  ConflictReceipt,
  ListedConflict,
  ScanReport,
} from '@mneme/core/modules/validity/index.js';
export type {
  FlowTaken,
  Observer,
  OperationDone,
  OperationRun,
} from '@mneme/core/ports/observer.js';
export type { ReadAnswer, ReadRequest, Reader } from '@mneme/core/ports/models.js';
export type { Clock, Random, Wait } from '@mneme/core/ports/system.js';
export type { Refusal } from '@mneme/core/recall/profile-and-question.js';
export type { FitPart } from '@mneme/core/recall/ranking/score.js';
export type { Cost, FeatureShare, FusionShares, PathTrial } from '@mneme/core/recall/take-apart.js';
export type { LossStep, WhyNot } from '@mneme/core/recall/why-not.js';
export type { ExplainedResult, PathRank, RankingExplanation } from '@mneme/core/recall/why.js';
export type { RestoreOptions, VerifyOptions } from '@mneme/core/restore.js';
export type { Mismatch } from '@mneme/core/safety/find-mismatch.js';
export type { Revealed } from '@mneme/core/safety/sealing.js';
export type {
  AlignmentLevel,
  Fingerprint,
  FingerprintRow,
  JohariQuadrant,
  PurposeVector,
} from '@mneme/core/spaces/space.js';
