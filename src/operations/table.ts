import { conflictsOperation, resolveOperation, unresolveOperation } from './conflicts.js';
import { diffOperation, logOperation, undoOperation } from './curation.js';
import { forgetOperation, restoreOperation } from './forget.js';
import { feedbackOperation, metamemoryOperation } from './feedback.js';
import { goalListOperation, goalRemoveOperation, goalSetOperation } from './goal.js';
import { hierarchyOperation, isAOperation } from './hierarchy.js';
import { importOperation } from './import.js';
import { knowsOperation, resolveEntityOperation } from './knowledge.js';
import { listOperation } from './list.js';
import { opinionContradictOperation, opinionFindOperation, opinionListOperation, opinionReinforceOperation, opinionWeakenOperation } from './opinions.js';
import { purposeOperation, purposeSearchOperation } from './purpose.js';
import { recallOperation } from './recall.js';
import { bankConfigureOperation, reflectOperation } from './reflect.js';
import { revealOperation } from './safety.js';
import { reindexOperation } from './reindex.js';
import { rememberOperation } from './remember.js';
import { routeOperation } from './route.js';
import { sessionClearOperation, sessionNoteOperation, sessionShowOperation } from './session.js';
import { showOperation } from './show.js';
import { compareOperation, explainOperation, searchSpaceOperation } from './spaces.js';
import { learnOperation, strategiesCompressOperation, strategiesOperation, strategyOutcomeOperation } from './strategies.js';
import { contextOperation } from './context.js';
import { recentOperation } from './recent.js';
import { doctorOperation, statsOperation } from './upkeep.js';
import { whyNotOperation, whyOperation } from './why.js';

/** Every verb, by name, in the order in which doors list them. */
export const OPERATIONS = Object.freeze({
  import: importOperation,
  remember: rememberOperation,
  recall: recallOperation,
  context: contextOperation,
  feedback: feedbackOperation,
  metamemory: metamemoryOperation,
  why: whyOperation,
  whynot: whyNotOperation,
  route: routeOperation,
  show: showOperation,
  list: listOperation,
  recent: recentOperation,
  explain: explainOperation,
  compare: compareOperation,
  search_space: searchSpaceOperation,
  is_a: isAOperation,
  hierarchy: hierarchyOperation,
  conflicts: conflictsOperation,
  resolve: resolveOperation,
  unresolve: unresolveOperation,
  forget: forgetOperation,
  restore: restoreOperation,
  log: logOperation,
  undo: undoOperation,
  diff: diffOperation,
  goal_set: goalSetOperation,
  goal_list: goalListOperation,
  goal_remove: goalRemoveOperation,
  learn: learnOperation,
  strategies: strategiesOperation,
  strategy_outcome: strategyOutcomeOperation,
  strategies_compress: strategiesCompressOperation,
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
  bank_configure: bankConfigureOperation,
  reveal: revealOperation,
  session_note: sessionNoteOperation,
  session_show: sessionShowOperation,
  session_clear: sessionClearOperation,
  reindex: reindexOperation,
  stats: statsOperation,
  doctor: doctorOperation,
});
export type OperationName = keyof typeof OPERATIONS;

type RunOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['run'];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<RunOf<Name>>>;
