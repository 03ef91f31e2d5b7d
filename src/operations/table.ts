import { changesOperation } from './changes.js';
import type { Operation } from './operation.js';
import {
  circlesOperation,
  conflictsOperation,
  resolveOperation,
  unresolveOperation,
} from './conflicts.js';
import {
  diffOperation,
  logOperation,
  manifestApplyOperation,
  manifestOperation,
  mergeOperation,
  undoOperation,
} from './curation.js';
import {
  anticipateOperation,
  beliefsOperation,
  introspectOperation,
  knowingOperation,
  observeOperation,
  planOperation,
  predictOperation,
  simulateOperation,
  sourceOperation,
  worldOperation,
} from './foresight.js';
import { eraseOperation } from './erase.js';
import { factsOperation, factsRunOperation } from './facts.js';
import { forgetOperation, restoreOperation } from './forget.js';
import { feedbackOperation, metamemoryOperation } from './feedback.js';
import { goalListOperation, goalRemoveOperation, goalSetOperation } from './goal.js';
import {
  annotateOperation,
  boostOperation,
  causesOperation,
  citeOperation,
  lineageOperation,
  neighbourhoodOperation,
  pathOperation,
  tombstonesOperation,
} from './graph.js';
import {
  adviseOperation,
  compareRetrievalOperation,
  critiqueOperation,
  graphDescriptionOperation,
  guideOperation,
  recallAccuracyOperation,
  searchPlanOperation,
  statusOperation,
} from './guidance.js';
import { hierarchyOperation, isAOperation } from './hierarchy.js';
import { importOperation } from './import.js';
import { knowsOperation, resolveEntityOperation } from './knowledge.js';
import { listOperation } from './list.js';
import {
  opinionContradictOperation,
  opinionFindOperation,
  opinionListOperation,
  opinionReinforceOperation,
  opinionWeakenOperation,
} from './opinions.js';
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
  shouldAttemptOperation,
  syncCompetenceOperation,
  synthesiseOperation,
} from './paradigms.js';
import {
  goalAgendaOperation,
  goalDecomposeOperation,
  goalPlanOperation,
  goalTriggerOperation,
} from './plan.js';
import { purposeOperation, purposeSearchOperation } from './purpose.js';
import { recallOperation } from './recall.js';
import { bankConfigureOperation, reflectOperation } from './reflect.js';
import {
  quarantineListOperation,
  quarantineRejectOperation,
  quarantineReleaseOperation,
  revealOperation,
} from './safety.js';
import { reindexOperation } from './reindex.js';
import { rememberAllOperation, rememberOperation } from './remember.js';
import { routeOperation } from './route.js';
import {
  scratchpadOperation,
  sessionClearOperation,
  sessionNoteOperation,
  sessionShowOperation,
} from './session.js';
import { showOperation } from './show.js';
import { compareOperation, explainOperation, searchSpaceOperation } from './spaces.js';
import { MODULES } from '../modules/index.js';
import { briefOperation } from './brief.js';
import {
  learnOperation,
  strategiesCompressOperation,
  strategiesOperation,
  strategyOutcomeOperation,
} from './strategies.js';
import { contextOperation } from './context.js';
import { recentOperation } from './recent.js';
import { bankListOperation, doctorOperation, statsOperation } from './upkeep.js';
import { whyNotOperation, whyOperation } from './why.js';

/** Every verb, by name, in the order in which doors list them. */
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
  forget: forgetOperation,
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
  simulate: simulateOperation,
  plan: planOperation,
  predict: predictOperation,
  observe: observeOperation,
  world: worldOperation,
  introspect: introspectOperation,
  anticipate: anticipateOperation,
  knowing: knowingOperation,
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
  should_attempt: shouldAttemptOperation,
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
  bank_list: bankListOperation,
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
  facts: factsOperation,
  extract: factsRunOperation,
  guide: guideOperation,
  graph_description: graphDescriptionOperation,
  status: statusOperation,
  advise: adviseOperation,
  search_plan: searchPlanOperation,
  critique: critiqueOperation,
  recall_accuracy: recallAccuracyOperation,
  compare_retrieval: compareRetrievalOperation,
  stats: statsOperation,
  doctor: doctorOperation,
});
export type OperationName = keyof typeof OPERATIONS;

type RunOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['run'];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<RunOf<Name>>>;

/** Every verb there is by name: those of this table, and those that modules bring. */
export function allOperations(
  modules: readonly { readonly operations?: object }[] = MODULES,
): Readonly<Record<string, Operation>> {
  return Object.assign(
    {},
    OPERATIONS,
    ...modules.map(({ operations = {} }) => operations),
  ) as Record<string, Operation>;
}
