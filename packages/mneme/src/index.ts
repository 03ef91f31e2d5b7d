// The public API. Types that a program seldom names are in public-types.ts.
export { type OpenOptions, type Store, openMemory, openMemoryStore } from './open.js';
export { tryModels } from './try-models.js';
export type { Advice } from '@mneme/agent/advisor/advise.js';
export type {
  BackupOptions,
  BackupReport,
  BackupVerdict,
} from '@mneme/core/domain/import-export.js';
export type { Bank, BankInput, BankSettings } from '@mneme/core/domain/bank.js';
export {
  CERTAINTY_LEVELS,
  type Certainty,
  type CertaintyLevel,
  KNOWN_VERDICTS,
  type Known,
  type KnownVerdict,
} from '@mneme/core/domain/recollection.js';
export {
  type ChatTurn,
  type ReadMessages,
  fromMessages,
  readMessages,
} from '@mneme/core/domain/chat-turns.js';
export type { SyncOptions, SyncReport } from '@mneme/core/modules/sync/sync.js';
export type { FileEdit, FilesOptions, FilesReport } from '@mneme/core/modules/files/sync.js';
export type { Conflict, ConflictFilter } from '@mneme/core/domain/validity.js';
export { ERROR_CODES, type ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';
export { type FeedbackInput, VERDICTS, type Verdict } from '@mneme/core/domain/feedback.js';
export type {
  EraseInput,
  EraseReport,
  ForgetChoice,
} from '@mneme/core/domain/forgetting-and-merging.js';
export {
  GOAL_LEVELS,
  GOAL_STATUSES,
  type Goal,
  type GoalFilter,
  type GoalInput,
} from '@mneme/core/domain/goal.js';
export type { Context, Edge, Entity } from '@mneme/core/domain/graph.js';
export type {
  BankName,
  ConflictId,
  EntityId,
  GoalId,
  MemoryId,
  SessionId,
} from '@mneme/core/domain/ids.js';
export type { ImageInput } from '@mneme/core/domain/memory.js';
export {
  type ExportOptions,
  type ExportReport,
  IMPORT_FORMATS,
  READER_NAMES,
} from '@mneme/core/domain/import-export.js';
export type { RememberInput } from '@mneme/core/domain/input.js';
export { LAYERS, type Layer } from '@mneme/core/domain/layers.js';
export {
  MEMORY_KINDS,
  type Memory,
  type MemoryKind,
  type Provenance,
  type Source,
  type Stratum,
} from '@mneme/core/domain/memory.js';
export type { DraftNote, Note, NoteInput } from '@mneme/core/domain/note.js';
export type { Opinion } from '@mneme/core/domain/reflection.js';
export type { PrivacyLevel } from '@mneme/core/domain/privacy.js';
export {
  PATHS,
  type Path,
  RESULT_FIELDS,
  RESULT_ORDERS,
  type RecallProfile,
  type ResultField,
  STRATEGIES,
} from '@mneme/core/domain/profile.js';
export type { ReadingAnswer } from '@mneme/core/domain/reading.js';
export { REASONING_TYPES } from '@mneme/core/domain/reasoning.js';
export { fenceRecalled } from '@mneme/core/domain/recalled-text.js';
export type {
  AcceptedReceipt,
  BatchReceipt,
  Outcome,
  Receipt,
} from '@mneme/core/domain/receipt.js';
export {
  CASCADE_STAGES,
  type Recalled,
  type Recollection,
} from '@mneme/core/domain/recollection.js';
export {
  REFLECTED_TAG,
  REFLECTION_KINDS,
  type ReflectInput,
  type ReflectReport,
} from '@mneme/core/domain/reflection.js';
export { PARADIGMS, QUERY_TYPES } from '@mneme/core/domain/layers.js';
export type { MemoryScope } from '@mneme/core/domain/ids.js';
export { SPACES } from '@mneme/core/domain/change.js';
export type { Instant, Period, Precision } from '@mneme/core/domain/time.js';
export type { StandingState, ValidityState } from '@mneme/core/domain/validity.js';
export type { SessionInput } from '@mneme/core/domain/working-memory.js';
export { describeInterval } from '@mneme/core/language/calendar.js';
export { Mneme } from '@mneme/core/mneme.js';
export {
  type Certificate,
  type Signing,
  certifyErasure,
  certifyExport,
  createSigningKey,
  verifyCertificate,
} from '@mneme/core/modules/certificates/index.js';
export type { Brief, BriefInput } from '@mneme/core/modules/context/compose-brief.js';
export type { InjectedContext } from '@mneme/core/modules/context/compose-context.js';
export type { ContextInput } from '@mneme/core/modules/context/relevance.js';
export type { SessionView } from '@mneme/core/modules/context/session.js';
export { type CapabilityModule, defineModule } from '@mneme/core/modules/module.js';
export type { CaseFile } from '@mneme/core/modules/testing/case.js';
export { readCaseFile } from '@mneme/core/modules/testing/index.js';
export type { ConflictReceipt } from '@mneme/core/modules/validity/index.js';
export type { Observer, OperationDone, OperationRun } from '@mneme/core/ports/observer.js';
export type { ReadAnswer, ReadRequest, Reader } from '@mneme/core/ports/models.js';
export type { Clock, Random, Wait } from '@mneme/core/ports/system.js';
export type { WhyNot } from '@mneme/core/recall/why-not.js';
export type { RankingExplanation } from '@mneme/core/recall/why.js';
export {
  type RestoreOptions,
  type VerifyOptions,
  restoreBackup,
  verifyBackup,
} from '@mneme/core/restore.js';
export { type SealOptions, sealMemory } from '@mneme/core/seal-file.js';
export { mismatchOf } from '@mneme/core/safety/find-mismatch.js';
