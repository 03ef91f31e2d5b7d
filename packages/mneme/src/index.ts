export { openMemory, openMemoryStore, type OpenOptions, type Store } from './open.js';
export {
  tryModels,
  type ModelTrial,
  type ModelTrials,
  type TryModelsOptions,
} from './try-models.js';
export {
  restoreBackup,
  verifyBackup,
  type RestoreOptions,
  type VerifyOptions,
} from '@mneme/core/restore.js';
export type { EraseInput, EraseProof, EraseReport } from '@mneme/core/domain/forgetting.js';
export type {
  ExportCounts,
  ExportOptions,
  ExportReport,
  PortableType,
} from '@mneme/core/domain/import-export.js';
export type {
  BackupManifest,
  BackupOptions,
  BackupReport,
  BackupVerdict,
  BackedUpTable,
} from '@mneme/core/domain/backup.js';
export { Mneme } from '@mneme/core/mneme.js';
export {
  fromMessages,
  readMessages,
  type ChatTurn,
  type ReadMessages,
} from '@mneme/core/domain/chat-turns.js';
export type { FeelingOfKnowing, SourceQuality } from '@mneme/core/indexes/meta-memory.js';
export type { Circle, CircleFilter, CircleReport } from '@mneme/core/domain/validity.js';
export type { Cost } from '@mneme/core/recall/take-apart.js';
export type { Refusal } from '@mneme/core/recall/profile.js';
export type { PathTrial } from '@mneme/core/recall/take-apart.js';
export type { FeatureShare, FusionShares } from '@mneme/core/recall/take-apart.js';
export type { LossStep, WhyNot } from '@mneme/core/recall/why-not.js';
export type { ExplainedResult, PathRank, RankingExplanation } from '@mneme/core/recall/why.js';
export type { ScoreTerms } from '@mneme/core/domain/score-terms.js';
export type * from './public-types.js';
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
} from '@mneme/core/modules/certificates/index.js';
export { readCaseFile } from '@mneme/core/modules/testing/index.js';
export { defineModule, type CapabilityModule } from '@mneme/core/modules/module.js';
export type { FitPart } from '@mneme/core/recall/ranking/reasoning-fit.js';
export type { EncoderChoice } from '@mneme/core/bank/encoders.js';
export type { GoalPlanInput, Plan, Priority, Trigger } from '@mneme/core/domain/learned/plan.js';
export type {
  TransitionPattern,
  TransitionSource,
} from '@mneme/core/domain/learned/world-model.js';
export type { TrajectoryInput, TrajectoryOutcome } from '@mneme/core/domain/learned/trajectory.js';
export type { Risk, StrategyLevel } from '@mneme/core/domain/learned/strategy.js';
export type { Reversible } from '@mneme/core/domain/reversal.js';
export { MnemeError, ERROR_CODES, type ErrorCode } from '@mneme/core/domain/errors.js';
export {
  VERDICTS,
  type FeedbackInput,
  type Need,
  type RecollectionId,
  type ResultId,
  type Verdict,
  type Vote,
} from '@mneme/core/domain/feedback.js';
export { fenceRecalled } from '@mneme/core/domain/recalled-text.js';
export {
  MEMORY_KINDS,
  type Memory,
  type MemoryKind,
  type MentionedDate,
  type Provenance,
  type Source,
  type Stratum,
  type Usage,
} from '@mneme/core/domain/memory.js';
export type {
  Conflict,
  ConflictFilter,
  ConflictVerdict,
  Kept,
  ConflictSettling,
  Settlement,
} from '@mneme/core/domain/conflict.js';
export {
  GOAL_LEVELS,
  GOAL_STATUSES,
  type Goal,
  type GoalFilter,
  type GoalInput,
  type GoalLevel,
  type GoalStatus,
} from '@mneme/core/domain/goal.js';
export type { GoalLine } from '@mneme/core/domain/goal.js';
export { SPACES, type SpaceName } from '@mneme/core/domain/space.js';
export type { Fingerprint, FingerprintRow } from '@mneme/core/spaces/fingerprint.js';
export type { JohariQuadrant } from '@mneme/core/spaces/fingerprint.js';
export type { AlignmentLevel, PurposeVector } from '@mneme/core/spaces/fingerprint.js';
export type { Bank, BankSettings } from '@mneme/core/domain/bank.js';
export type { BankInput, Protection } from '@mneme/core/domain/bank.js';
export type { PrivacyLevel, RedactionCounts } from '@mneme/core/domain/privacy.js';
export type { QuarantineInput } from '@mneme/core/domain/quarantine.js';
export type { Revealed } from '@mneme/core/safety/vault.js';
export type { Disposition, DispositionInput } from '@mneme/core/domain/bank.js';
export type {
  Opinion,
  OpinionFilter,
  OpinionMoveInput,
  OpinionReceipt,
} from '@mneme/core/domain/opinion.js';
export {
  REFLECTED_TAG,
  REFLECTION_KINDS,
  type BesideResult,
  type ReflectInput,
  type Reflection,
  type ReflectionCounts,
  type ReflectionKind,
  type ReflectReport,
} from '@mneme/core/domain/reflection.js';
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
export type {
  Context,
  Edge,
  EdgeFamily,
  EdgeRole,
  EdgeStatus,
  Entity,
  EntityType,
} from '@mneme/core/domain/graph.js';
export type { ImageInput, ImagePixels, MediaType, MemoryImage } from '@mneme/core/domain/image.js';
export type {
  ScratchNote,
  SessionInput,
  WorkingEvent,
  WorkingMemory,
  WorkingTurn,
} from '@mneme/core/domain/working-memory.js';
export type { RememberInput } from '@mneme/core/domain/input.js';
export type { KeptScope, MemoryScope } from '@mneme/core/domain/scope.js';
export { mismatchOf, type Mismatch } from '@mneme/core/safety/find-mismatch.js';
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
} from '@mneme/core/domain/profile.js';
export {
  CERTAINTY_LEVELS,
  KNOWN_VERDICTS,
  type Certainty,
  type CertaintyFactors,
  type CertaintyLevel,
  type Known,
  type KnownVerdict,
} from '@mneme/core/domain/certainty.js';
export type {
  AcceptedReceipt,
  BatchReceipt,
  Outcome,
  Receipt,
} from '@mneme/core/domain/receipt.js';
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
} from '@mneme/core/domain/recollection.js';
export {
  QUERY_TYPES,
  PARADIGMS,
  type Paradigm,
  type QueryType,
  type Route,
  type RouteReading,
} from '@mneme/core/domain/route.js';
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
} from '@mneme/core/domain/layers.js';
export type { Instant, Period, Precision } from '@mneme/core/domain/time.js';
export type { Clock } from '@mneme/core/ports/system.js';
export type {
  FlowTaken,
  Observer,
  OperationDone,
  OperationRun,
} from '@mneme/core/ports/observer.js';
export type { Random } from '@mneme/core/ports/system.js';
export type { Wait } from '@mneme/core/ports/system.js';
export { describeInterval } from '@mneme/core/language/calendar.js';
export {
  IMPORT_FORMATS,
  READER_NAMES,
  type ImportFormat,
  type ReaderName,
} from '@mneme/core/domain/import-export.js';
export type { ForgetChoice } from '@mneme/core/domain/forgetting.js';
export type {
  BadLine,
  Manifest,
  ManifestAction,
  ManifestAnswer,
  ManifestFilter,
  ManifestInput,
  ManifestReport,
} from '@mneme/core/domain/manifest.js';
export type {
  MergeInput,
  MergeReceipt,
  MergeStrategy,
  PriorDifference,
} from '@mneme/core/domain/merge.js';
export type { GuardMode, Quarantine } from '@mneme/core/domain/quarantine.js';
export { REASONING_TYPES, type ReasoningType } from '@mneme/core/domain/reasoning.js';
export type { ValidityDetail, ValidityState } from '@mneme/core/domain/validity.js';
export type { DraftNote, Note, NoteInput } from '@mneme/core/domain/note.js';
export type { ReadAnswer, Reader, ReadRequest } from '@mneme/core/ports/reader.js';
export type { StandingDetail, StandingState } from '@mneme/core/domain/validity.js';
