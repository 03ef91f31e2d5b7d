import {
  aboutOperation,
  entityListOperation,
  graphMapOperation,
  timelineOperation,
} from '../modules/browse/operations.js';
import { changesOperation } from '../modules/explain/operations/changes.js';
import {
  inferOperation,
  inferKeepOperation,
  inferListOperation,
} from '../modules/inference/operations.js';
import * as branches from '../modules/branches/operations.js';
import { verdictsOperation, verifyOperation } from '../modules/verification/operations.js';
import { creditOperation, outcomeOperation } from '../modules/outcomes/operations.js';
import * as webhooks from '../modules/webhooks/operations.js';
import * as forecasts from '../modules/forecasts/operations.js';
import { testPinOperation, testRunOperation } from '../modules/testing/operations.js';
import {
  circlesOperation,
  conflictsOperation,
  resolveOperation,
  unresolveOperation,
} from '../modules/validity/operations.js';
import {
  diffOperation,
  logOperation,
  manifestApplyOperation,
  manifestOperation,
  mergeOperation,
  undoOperation,
} from '../modules/curate/operations/curation.js';
import {
  anticipateOperation,
  beliefsOperation,
  observeOperation,
  planOperation,
  predictOperation,
  sourceOperation,
  worldOperation,
} from '../modules/foresight/operations.js';
import {
  dialogueBridgeOperation,
  dialogueCurateOperation,
  dialogueHistoryOperation,
  dialogueListOperation,
  dialoguePreferencesOperation,
  dialoguePreferOperation,
  dialogueShowOperation,
  dialogueStageOperation,
  dialogueTurnOperation,
} from '../modules/dialogue/operations.js';
import { eraseOperation } from '../modules/privacy/operations/erase.js';
import {
  documentsChangeOperation,
  documentsGetOperation,
  documentsListOperation,
} from '../modules/documents/operations.js';
import {
  markReadOperation,
  readingOperation,
  readOperation,
  unreadOperation,
} from '../modules/reading/operations.js';
import {
  dreamLeaveOperation,
  dreamOperation,
  dreamReportOperation,
  dreamSettleOperation,
  dreamStopOperation,
} from '../modules/idle/operations.js';
import { worthOperation } from '../modules/steering/operations.js';
import { updateOperation } from '../modules/curate/operations/update.js';
import {
  deleteAllOperation,
  forgetOperation,
  restoreOperation,
} from '../modules/curate/operations/forget.js';
import { feedbackOperation, metamemoryOperation } from '../modules/feedback/operations.js';
import {
  goalListOperation,
  goalRemoveOperation,
  goalSetOperation,
} from '../modules/goals/operations/goal.js';
import {
  annotateOperation,
  boostOperation,
  causesOperation,
  diagramOperation,
  citeOperation,
  lineageOperation,
  neighbourhoodOperation,
  pathOperation,
  tombstonesOperation,
} from '../modules/graph/operations/graph.js';
import {
  adviseOperation,
  compareRetrievalOperation,
  checkOperation,
  graphDescriptionOperation,
  guideOperation,
  recallAccuracyOperation,
  searchPlanOperation,
  statusOperation,
} from '../modules/guidance/operations.js';
import { hierarchyOperation, isAOperation } from '../modules/graph/operations/hierarchy.js';
import { importOperation } from '../modules/import/operations.js';
import { knowsOperation, resolveEntityOperation } from '../modules/metamemory/operations.js';
import { listOperation } from '../modules/explain/operations/list.js';
import {
  opinionContradictOperation,
  opinionFindOperation,
  opinionListOperation,
  opinionReinforceOperation,
  opinionWeakenOperation,
} from '../modules/reflect/operations/opinions.js';
import {
  chooseStrategyOperation,
  concludeOperation,
  foretellOperation,
  groundStrategyOperation,
  prepareOperation,
  prioritiesOperation,
  pursueOperation,
  reconcileOperation,
  recordUseOperation,
  settleOperation,
  syncCompetenceOperation,
  synthesiseOperation,
} from '../modules/paradigms/operations/paradigms.js';
import {
  goalAgendaOperation,
  goalDecomposeOperation,
  goalPlanOperation,
  goalTriggerOperation,
} from '../modules/goals/operations/plan.js';
import { purposeOperation, purposeSearchOperation } from '../modules/purpose/operations.js';
import { recallOperation } from './recall.js';
import { bankConfigureOperation, reflectOperation } from '../modules/reflect/operations/reflect.js';
import {
  quarantineListOperation,
  quarantineRejectOperation,
  quarantineReleaseOperation,
  revealOperation,
} from '../modules/privacy/operations/quarantine.js';
import { reindexOperation } from '../modules/care/operations/reindex.js';
import { rememberAllOperation, rememberOperation } from './remember.js';
import { routeOperation } from '../modules/paradigms/operations/route.js';
import {
  scratchpadOperation,
  sessionClearOperation,
  sessionNoteOperation,
  sessionShowOperation,
} from '../modules/context/operations/session.js';
import { showOperation } from '../modules/explain/operations/show.js';
import {
  compareOperation,
  explainOperation,
  searchSpaceOperation,
} from '../modules/spaces/operations.js';
import { briefOperation } from '../modules/context/operations/brief.js';
import {
  learnOperation,
  strategiesCompressOperation,
  strategiesOperation,
  strategyOutcomeOperation,
} from '../modules/strategies/operations.js';
import { contextOperation } from '../modules/context/operations/context.js';
import { recentOperation } from '../modules/explain/operations/recent.js';
import * as upkeep from '../modules/care/operations/upkeep.js';
import { whyNotOperation, whyOperation } from '../modules/explain/operations/why.js';

/** Every built-in verb, by name, in the order in which front ends list them. */
export const OPERATIONS = Object.freeze({
  import: importOperation,
  remember: rememberOperation,
  remember_all: rememberAllOperation,
  recall: recallOperation,
  context: contextOperation,
  brief: briefOperation,
  feedback: feedbackOperation,
  metamemory: metamemoryOperation,
  why: whyOperation,
  whynot: whyNotOperation,
  route: routeOperation,
  show: showOperation,
  list: listOperation,
  recent: recentOperation,
  timeline: timelineOperation,
  about: aboutOperation,
  changes: changesOperation,
  explain: explainOperation,
  compare: compareOperation,
  search_space: searchSpaceOperation,
  is_a: isAOperation,
  hierarchy: hierarchyOperation,
  neighbourhood: neighbourhoodOperation,
  path: pathOperation,
  causes: causesOperation,
  cite: citeOperation,
  lineage: lineageOperation,
  tombstones: tombstonesOperation,
  log: logOperation,
  annotate: annotateOperation,
  boost: boostOperation,
  merge: mergeOperation,
  manifest: manifestOperation,
  manifest_apply: manifestApplyOperation,
  conflicts: conflictsOperation,
  resolve: resolveOperation,
  unresolve: unresolveOperation,
  circles: circlesOperation,
  update: updateOperation,
  forget: forgetOperation,
  delete_all: deleteAllOperation,
  restore: restoreOperation,
  erase: eraseOperation,
  undo: undoOperation,
  diff: diffOperation,
  goal_set: goalSetOperation,
  goal_list: goalListOperation,
  goal_remove: goalRemoveOperation,
  learn: learnOperation,
  strategies: strategiesOperation,
  strategy_outcome: strategyOutcomeOperation,
  strategies_compress: strategiesCompressOperation,
  plan: planOperation,
  predict: predictOperation,
  observe: observeOperation,
  world: worldOperation,
  anticipate: anticipateOperation,
  source: sourceOperation,
  beliefs_to_revise: beliefsOperation,
  goal_plan: goalPlanOperation,
  goal_agenda: goalAgendaOperation,
  goal_trigger: goalTriggerOperation,
  goal_decompose: goalDecomposeOperation,
  ground_strategy: groundStrategyOperation,
  strategy_used: recordUseOperation,
  strategy_choose: chooseStrategyOperation,
  foretell: foretellOperation,
  settle: settleOperation,
  competence_sync: syncCompetenceOperation,
  task_prepare: prepareOperation,
  task_conclude: concludeOperation,
  goal_pursue: pursueOperation,
  learning_priorities: prioritiesOperation,
  synthesise: synthesiseOperation,
  reconcile: reconcileOperation,
  purpose: purposeOperation,
  purpose_search: purposeSearchOperation,
  reflect: reflectOperation,
  opinion_list: opinionListOperation,
  opinion_find: opinionFindOperation,
  opinion_reinforce: opinionReinforceOperation,
  opinion_weaken: opinionWeakenOperation,
  opinion_contradict: opinionContradictOperation,
  knows: knowsOperation,
  resolve_entity: resolveEntityOperation,
  entity_list: entityListOperation,
  bank_list: upkeep.bankListOperation,
  bank_delete: upkeep.bankDeleteOperation,
  bank_restore: upkeep.bankRestoreOperation,
  bank_configure: bankConfigureOperation,
  quarantine_list: quarantineListOperation,
  quarantine_release: quarantineReleaseOperation,
  quarantine_reject: quarantineRejectOperation,
  reveal: revealOperation,
  session_note: sessionNoteOperation,
  session_show: sessionShowOperation,
  session_clear: sessionClearOperation,
  scratchpad: scratchpadOperation,
  reindex: reindexOperation,
  documents_change: documentsChangeOperation,
  documents_get: documentsGetOperation,
  documents_list: documentsListOperation,
  dream: dreamOperation,
  worth: worthOperation,
  diagram: diagramOperation,
  dream_report: dreamReportOperation,
  dream_settle: dreamSettleOperation,
  dream_stop: dreamStopOperation,
  dream_leave: dreamLeaveOperation,
  reading: readingOperation,
  read: readOperation,
  unread: unreadOperation,
  mark_read: markReadOperation,
  dialogue_turn: dialogueTurnOperation,
  dialogue_stage: dialogueStageOperation,
  dialogue_curate: dialogueCurateOperation,
  dialogue_bridge: dialogueBridgeOperation,
  dialogue_show: dialogueShowOperation,
  dialogue_list: dialogueListOperation,
  dialogue_history: dialogueHistoryOperation,
  dialogue_preferences: dialoguePreferencesOperation,
  dialogue_prefer: dialoguePreferOperation,
  guide: guideOperation,
  graph_description: graphDescriptionOperation,
  graph_map: graphMapOperation,
  status: statusOperation,
  advise: adviseOperation,
  search_plan: searchPlanOperation,
  check: checkOperation,
  recall_accuracy: recallAccuracyOperation,
  compare_retrieval: compareRetrievalOperation,
  infer: inferOperation,
  infer_keep: inferKeepOperation,
  infer_list: inferListOperation,
  branch_make: branches.branchMakeOperation,
  branch_list: branches.branchListOperation,
  branch_compare: branches.branchCompareOperation,
  branch_merge: branches.branchMergeOperation,
  verify: verifyOperation,
  verdicts: verdictsOperation,
  outcome: outcomeOperation,
  credit: creditOperation,
  forecast_make: forecasts.forecastMakeOperation,
  forecast_settle: forecasts.forecastSettleOperation,
  forecast_snooze: forecasts.forecastSnoozeOperation,
  forecast_list: forecasts.forecastListOperation,
  forecast_score: forecasts.forecastScoreOperation,
  webhook_add: webhooks.webhookAddOperation,
  webhook_list: webhooks.webhookListOperation,
  webhook_remove: webhooks.webhookRemoveOperation,
  webhook_test: webhooks.webhookTestOperation,
  webhook_failures: webhooks.webhookFailuresOperation,
  test_run: testRunOperation,
  test_pin: testPinOperation,
  stats: upkeep.statsOperation,
  doctor: upkeep.doctorOperation,
});
export type OperationName = keyof typeof OPERATIONS;

type RunOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['run'];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<RunOf<Name>>>;
