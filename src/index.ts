export { openMemory, openMemoryStore, type OpenOptions, type Store } from './open.js';
export {
  tryModels,
  type ModelTrial,
  type ModelTrials,
  type TryModelsOptions,
} from './try-models.js';
export { restoreBackup, verifyBackup, type RestoreOptions, type VerifyOptions } from './restore.js';
export type { EraseInput, EraseProof, EraseReport } from './domain/forgetting.js';
export type {
  ExportCounts,
  ExportOptions,
  ExportReport,
  PortableType,
} from './domain/import-export.js';
export type {
  BackupManifest,
  BackupOptions,
  BackupReport,
  BackupVerdict,
  BackedUpTable,
} from './domain/backup.js';
export { Mneme } from './mneme.js';
export {
  fromMessages,
  readMessages,
  type ChatTurn,
  type ReadMessages,
} from './domain/chat-turns.js';
export type { FeelingOfKnowing, SourceQuality } from './indexes/meta-memory.js';
export type { Circle, CircleFilter, CircleReport } from './domain/validity.js';
export type { Cost } from './recall/why/costs.js';
export type { Refusal } from './recall/why/filters.js';
export type { PathTrial } from './recall/why/path-trials.js';
export type { FeatureShare, FusionShares } from './recall/why/take-apart.js';
export type { LossStep, WhyNot } from './recall/why/why-not.js';
export type { ExplainedResult, PathRank, RankingExplanation } from './recall/why/why.js';
export type { ScoreTerms } from './domain/score-terms.js';
export type * from './modules/public-types.js';
export {
  certifyErasure,
  certifyExport,
  createSigningKey,
  verifyCertificate,
  type Account,
  type Certificate,
  type Signing,
  type VerifiedCertificate,
  type VerifyCertificateOptions,
} from './modules/certificates/index.js';
export { readCaseFile } from './modules/testing/index.js';
export { defineModule, type CapabilityModule } from './modules/module.js';
export type { FitPart } from './recall/ranking/reasoning-fit.js';
export type { EncoderChoice } from './bank/encoders.js';
export type { GoalPlanInput, Plan, Priority, Trigger } from './domain/learned/plan.js';
export type { TransitionPattern, TransitionSource } from './domain/learned/world-model.js';
export type { TrajectoryInput, TrajectoryOutcome } from './domain/learned/trajectory.js';
export type { Risk, StrategyLevel } from './domain/learned/strategy.js';
export type { Reversible } from './domain/reversal.js';
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
export type { GoalLine } from './domain/goal.js';
export { SPACES, type SpaceName } from './domain/space.js';
export type { Fingerprint, FingerprintRow } from './spaces/fingerprint/fingerprint.js';
export type { JohariQuadrant } from './spaces/fingerprint/johari.js';
export type { AlignmentLevel, PurposeVector } from './spaces/fingerprint/purpose.js';
export type { Bank, BankSettings } from './domain/bank.js';
export type { BankInput, Protection } from './domain/bank.js';
export type { PrivacyLevel, RedactionCounts } from './domain/privacy.js';
export type { QuarantineInput } from './domain/quarantine.js';
export type { Revealed } from './safety/reveal.js';
export type { Disposition, DispositionInput } from './domain/bank.js';
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
  ScratchNote,
  SessionInput,
  WorkingEvent,
  WorkingMemory,
  WorkingTurn,
} from './domain/working-memory.js';
export type { RememberInput } from './domain/input.js';
export type { KeptScope, MemoryScope } from './domain/scope.js';
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
export type { AcceptedReceipt, BatchReceipt, Outcome, Receipt } from './domain/receipt.js';
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
  type RecollectionWhy,
  type ReferenceReport,
  type ResultWhy,
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
export type { Clock } from './ports/system.js';
export type { FlowTaken, Observer, OperationDone, OperationRun } from './ports/observer.js';
export type { Random } from './ports/system.js';
export type { Wait } from './ports/system.js';
export { describeInterval } from './language/describe-interval.js';
export {
  IMPORT_FORMATS,
  READER_NAMES,
  type ImportFormat,
  type ReaderName,
} from './domain/import-export.js';
export type { ForgetChoice } from './domain/forgetting.js';
export type {
  BadLine,
  Manifest,
  ManifestAction,
  ManifestAnswer,
  ManifestFilter,
  ManifestInput,
  ManifestReport,
} from './domain/manifest.js';
export type { MergeInput, MergeReceipt, MergeStrategy, PriorDifference } from './domain/merge.js';
export type { GuardMode, Quarantine } from './domain/quarantine.js';
export { REASONING_TYPES, type ReasoningType } from './domain/reasoning.js';
export type { ValidityDetail, ValidityState } from './domain/validity.js';
export type { DraftNote, Note, NoteInput } from './domain/note.js';
export type { ReadAnswer, Reader, ReadRequest } from './ports/reader.js';
export type { StandingDetail, StandingState } from './domain/validity.js';
