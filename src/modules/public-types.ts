// Input and output types of the modules, for programs that embed a memory.
export type * from './capabilities.js';
export type {
  AnswerComparison,
  AnswersInput,
  AnswerState,
  ComparedAnswer,
  ComparedQuestion,
} from './guidance/compare-answers.js';
export type { Diagnosis } from './care/diagnose.js';
export type { ReindexOptions, ReindexReport } from './care/reindex.js';
export type {
  BankDeleted,
  BankRestored,
  DeleteBankInput,
  RestoreBankInput,
} from './care/file/delete-bank.js';
export type { BankContents, FileContents, Statistics } from './care/statistics.js';
export type { Brief, BriefInput, BriefPart } from './context/compose-brief.js';
export type { InjectedContext } from './context/compose-context.js';
export type { ContextInput } from './context/context-input.js';
export type { Scratchpad, SessionMemory, SessionView } from './context/session-memory.js';
export type { AnnotateInput, BoostInput, RevisedMemory } from './curate/annotate.js';
export type { BankDiff, ChangedMemory, DiffInput } from './curate/diff.js';
export type { ForgetReceipt } from './curate/forget.js';
export type { Clash } from './curate/invert.js';
export type { Lineage, LineageStep } from './curate/lineage.js';
export type { LogFilter, LogLine, LogPage } from './curate/list-log.js';
export type { TombstoneInput } from './curate/tombstones.js';
export type { UpdateInput, UpdateReceipt } from './curate/update.js';
export type { UndoInput, UndoReceipt } from './curate/undo.js';
export type { RecentFilter, RecentMemories } from './explain/list-recent.js';
export type { ListFilter, ListPage } from './explain/list.js';
export type { Shown, ShownLink } from './explain/show.js';
export type { ShownClaim } from './explain/show-claims.js';
export type { FeedbackReceipt } from './feedback/give-feedback.js';
export type { MetaMemoryReport } from './feedback/report-metamemory.js';
export type {
  Anticipation,
  AnticipateInput,
  Gap,
  GoalOutlook,
  HabitOutlook,
} from './foresight/anticipate.js';
export type { Foretelling, ForetellInput } from './paradigms/foretell.js';
export type { SelfEstimate } from './foresight/self-estimate.js';
export type { ObserveInput, ObserveReceipt } from './foresight/observe.js';
export type { ActionPlan, PlanActionsInput } from './foresight/plan-actions.js';
export type { MovedBelief, SettledPrediction, SettleInput } from './foresight/score-predictions.js';
export type {
  PredictInput,
  PredictionReceipt,
  SimulateInput,
  Simulation,
  WorldRules,
} from './foresight/simulate.js';
export type { PlanOption } from './foresight/world/plan.js';
export type { SimulatedStep, Uncertainty } from './foresight/world/simulate.js';
export type { GoalState } from './goals/agenda.js';
export type { GoalList, GoalReceipt, GoalRemoval } from './goals/goals.js';
export type * from './goals/plan-answers.js';
export type { DecomposeInput, TriggerCueInput } from './goals/plans.js';
export type { CiteInput, Expansion } from './graph/cite.js';
export type { GraphDescription } from './graph/describe-graph.js';
export type { FoundPath, PathAnswer, PathInput, PathStep } from './graph/find-path.js';
export type {
  HierarchyAnswer,
  HierarchyInput,
  HierarchyLink,
  HierarchyNode,
  IsAAnswer,
  IsAInput,
} from './graph/hierarchy.js';
export type { GraphNode } from './graph/name-nodes.js';
export type { GraphLink, Neighbourhood, NeighbourhoodInput } from './graph/neighbourhood.js';
export type { CausalAnswer, CausalQuery, StatedCause } from './graph/query-causes.js';
export type {
  EntityCandidate,
  ResolvedEntity,
  ResolveEntityInput,
} from './graph/resolve-entity.js';
export type { About, AboutInput } from './browse/about.js';
export type { HeldClaim } from './browse/held-claims.js';
export type { GraphMap, GraphMapInput, MapNode } from './browse/graph-map.js';
export type { EntitiesInput, EntityPage, ListedEntity } from './browse/list-entities.js';
export type { Timeline, TimelineInput } from './browse/timeline.js';
export type { Advice, AdviceInput, AdvisedStep } from './guidance/advise.js';
export type {
  CheckInput,
  Checked,
  SentenceChecked,
  SentenceVerdict,
  ToldOfSentence,
} from './guidance/check/answer.js';
export type {
  Accuracy,
  AccuracyInput,
  RetrievalComparison,
  RetrievalComparisonInput,
} from './guidance/measure-recall.js';
export type { Pulse } from './guidance/pulse.js';
export type { PlannedQuery, SearchPlan, SearchPlanInput } from './guidance/search-plan.js';
export type { CurationTask } from '../domain/curation-task.js';
export type { MemeticStatus } from './guidance/status.js';
export type { ImportOptions, ImportProgress, ImportReport } from './import/import-text.js';
export type { ImportStream } from './import/open-source.js';
export type {
  BeliefToRevise,
  KnowledgeSource,
  RevisionInput,
  SourceReport,
} from './metamemory/sources.js';
export type { LearningPriorities, LearningPriority } from './metamemory/priorities.js';
export type { SyncedCompetence, SyncInput, SyncReport } from './metamemory/sync-competence.js';
export type * from './paradigms/answers.js';
export type { InteractionInput } from './paradigms/interaction.js';
export type { ActOutcome, Execution, PreparedTask } from './paradigms/prepare.js';
export type { PursuedGoal, PursueInput, Pursuit } from './paradigms/pursue.js';
export type { ReconcileInput } from './paradigms/reconcile.js';
export type { RouteAnswer, RouteInput } from './paradigms/route.js';
export type { AttemptAdvice } from './paradigms/attempt-advice.js';
export type { SynthesiseInput } from './paradigms/synthesise.js';
export type { Rejection } from './privacy/quarantine.js';
export type { Learning, MemoryFingerprint } from './purpose/fingerprint-memory.js';
export type { GoalAlignment, PurposeReport } from './purpose/purpose-report.js';
export type { PurposeMatch, PurposeMatches, PurposeQuery } from './purpose/purpose-search.js';
export type { BankReceipt } from './reflect/configure-bank.js';
export type { OpinionList } from './reflect/find-opinions.js';
export type { Knowledge } from './reflect/knowledge.js';
export type { ReflectOptions } from './reflect/ports.js';
export type { MemoryComparison, SpaceLikeness } from './spaces/compare-memories.js';
export type { ExplainedRow, MemoryExplanation } from './spaces/explain-memory.js';
export type {
  SpaceMatch,
  SpaceMatches,
  SpaceQuery,
  SpaceStanding,
} from './spaces/search-spaces.js';
export type { SpaceWeights, WeightProfile } from './spaces/weight-profiles.js';
export type { ChosenStrategy, StrategyChoice } from './strategies/choose-strategy.js';
export type { GroundedStrategies, GroundedStrategy } from './strategies/ground-strategy.js';
export type { LearnOptions } from './strategies/learn.js';
export type { UseInput, UseReceipt } from './strategies/record-use.js';
export type {
  CompressInput,
  StrategyOutcomeInput,
  StrategyQuery,
} from './strategies/strategies.js';
export type * from './strategies/strategy-answers.js';
export type { TaskInput } from './strategies/task-input.js';
export type { GroundFact } from './told/ground-fact.js';
export type { ToldPlan, ToldPlans } from './told/plans.js';
export type { Precedent, Precedents } from './told/precedents.js';
export type { Told, ToldLine } from './told/told.js';
export type { ConflictPage, ListedConflict } from './validity/index.js';
export type { ConflictReceipt, ScanReport } from './validity/index.js';
export type {
  DreamInput,
  DreamLeaveInput,
  DreamPart,
  DreamReport,
  DreamReportInput,
  DreamSettled,
  DreamSettleInput,
  DreamStop,
} from '../domain/night.js';
export type { CaseFile, CaseFileInput, MemoryCase } from './testing/case.js';
export type { PinInput, PinnedCase } from './testing/pin.js';
export type { Drift, Mutation, Outcome, TestReport } from './testing/report.js';
export type { TestInput } from './testing/run.js';
export type { InferenceProof, Inferred, ProofStep, ProofTurn } from './inference/conclusion.js';
export type { Inference, InferInput } from './inference/infer.js';
export type {
  KeepInput,
  KeepReceipt,
  KeptConclusion,
  KeptConclusions,
} from './inference/kept-conclusions.js';
export type {
  AddWebhookInput,
  WebhookAdded,
  WebhookFailures,
  WebhookFailuresInput,
  WebhookFilter,
  WebhookId,
  WebhookRemoved,
  Webhooks,
  WebhookTest,
} from './webhooks/webhooks.js';
export type { Branches } from './branches/list-branches.js';
export type { BranchMade, MakeBranchInput } from './branches/make-branch.js';
export type { BranchComparison, BranchMerge, MergeBranchInput } from './branches/merge-branch.js';
export type { OutcomeInput, ToldOutcome } from './outcomes/outcome.js';
export type { CreditedMemory, CreditInput, CreditReport } from './outcomes/read-credit.js';
export type { OutcomeReceipt } from './outcomes/tell-outcome.js';
export type { FunctionVerdict, KindVerdict } from './verification/verdict.js';
export type {
  Verdicts,
  VerdictsInput,
  Verification,
  VerifyInput,
  VerifyReceipt,
} from './verification/verify-memory.js';
export type { Calibration } from './forecasts/calibration.js';
export type { Forecast, ForecastOutcome } from './forecasts/forecast.js';
export type {
  ForecastFilter,
  ForecastReceipt,
  Forecasts,
  MakeForecastInput,
  SettleForecastInput,
} from './forecasts/forecasts.js';
export type { Worth, WorthSuggestion } from '../domain/worth.js';
export type { WorthAnswer, WorthInput } from './steering/read-worth.js';
export type { Diagram, DiagramInput } from './graph/diagram.js';
