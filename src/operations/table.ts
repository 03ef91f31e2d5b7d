import { forgetOperation, restoreOperation } from './forget.js';
import { goalListOperation, goalRemoveOperation, goalSetOperation } from './goal.js';
import { hierarchyOperation, isAOperation } from './hierarchy.js';
import { importOperation } from './import.js';
import { listOperation } from './list.js';
import { purposeOperation, purposeSearchOperation } from './purpose.js';
import { recallOperation } from './recall.js';
import { reindexOperation } from './reindex.js';
import { rememberOperation } from './remember.js';
import { routeOperation } from './route.js';
import { sessionClearOperation, sessionNoteOperation, sessionShowOperation } from './session.js';
import { showOperation } from './show.js';
import { compareOperation, explainOperation, searchSpaceOperation } from './spaces.js';
import { doctorOperation, statsOperation } from './upkeep.js';

/** Every verb, by name, in the order in which doors list them. */
export const OPERATIONS = Object.freeze({
  import: importOperation,
  remember: rememberOperation,
  recall: recallOperation,
  route: routeOperation,
  show: showOperation,
  list: listOperation,
  explain: explainOperation,
  compare: compareOperation,
  search_space: searchSpaceOperation,
  is_a: isAOperation,
  hierarchy: hierarchyOperation,
  forget: forgetOperation,
  restore: restoreOperation,
  goal_set: goalSetOperation,
  goal_list: goalListOperation,
  goal_remove: goalRemoveOperation,
  purpose: purposeOperation,
  purpose_search: purposeSearchOperation,
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
