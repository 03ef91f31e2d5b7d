import type { OperationName } from '../../operations/table.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Where an operation is found. */
export interface Place {
  readonly method: Method;
  /** Below /v1/banks/{bank}. A name in braces is a field of the input. */
  readonly path: string;
  /** Fields that the place itself settles. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Fields that cannot be given here. */
  readonly without?: readonly string[];
}

const at = (method: Method, path: string, more: Omit<Place, 'method' | 'path'> = {}): Place => ({ method, path, ...more });

/** Below what every place of a bank lies. */
export const bankPath = (bank: string): string => `/v1/banks/${encodeURIComponent(bank)}`;

/** Every operation’s places; a new operation does not compile until it has one. What is asked in words goes into a body: addresses end up in logs. */
export const PLACES: Readonly<Record<OperationName, readonly Place[]>> = {
  import: [at('POST', '/import')],
  remember: [at('POST', '/memories')],
  remember_all: [at('POST', '/memories/batch')],
  recall: [at('POST', '/recall')],
  context: [at('POST', '/context')],
  brief: [at('POST', '/brief')],
  feedback: [at('POST', '/feedback')],
  metamemory: [at('GET', '/metamemory')],
  why: [at('POST', '/recall/why')],
  whynot: [at('POST', '/recall/why-not')],
  route: [at('POST', '/route')],
  show: [at('GET', '/memories/{id}')],
  list: [at('GET', '/memories')],
  recent: [at('GET', '/recent')],
  changes: [at('GET', '/changes')],
  explain: [at('GET', '/memories/{id}/explanation')],
  compare: [at('GET', '/memories/{a}/likeness/{b}')],
  search_space: [at('POST', '/spaces/search')],
  is_a: [at('POST', '/hierarchy/is-a')],
  hierarchy: [at('POST', '/hierarchy')],
  neighbourhood: [at('POST', '/graph/neighbourhood')],
  path: [at('POST', '/graph/path')],
  causes: [at('POST', '/graph/causes')],
  cite: [at('POST', '/citations')],
  lineage: [at('GET', '/memories/{id}/lineage')],
  tombstones: [at('POST', '/tombstones/search')],
  log: [at('GET', '/log')],
  annotate: [at('POST', '/memories/{id}/annotations')],
  boost: [at('POST', '/memories/{id}/boost')],
  status: [at('GET', '/status')],
  search_plan: [at('POST', '/search-plan')],
  critique: [at('POST', '/critique')],
  recall_accuracy: [at('POST', '/recall/accuracy')],
  compare_retrieval: [at('POST', '/recall/comparison')],
  merge: [at('POST', '/memories/merge')],
  conflicts: [at('GET', '/conflicts', { without: ['scan'] }), at('POST', '/conflicts/scan', { fixed: { scan: true } })],
  resolve: [at('POST', '/conflicts/{id}/settlement')],
  unresolve: [at('DELETE', '/conflicts/{id}/settlement')],
  forget: [at('POST', '/memories/forget'), at('DELETE', '/memories/{ids}')],
  restore: [at('POST', '/memories/restore')],
  erase: [at('POST', '/erasure')],
  history: [at('GET', '/history')],
  undo: [at('POST', '/history/{hash}/undo')],
  diff: [at('GET', '/diff')],
  goal_set: [at('POST', '/goals')],
  goal_list: [at('GET', '/goals')],
  goal_remove: [at('DELETE', '/goals/{id}')],
  learn: [at('POST', '/runs')],
  strategies: [at('POST', '/strategies/search')],
  strategy_outcome: [at('POST', '/strategies/{id}/outcomes')],
  strategies_compress: [at('POST', '/strategies/compress')],
  simulate: [at('POST', '/world/simulate')],
  predict: [at('POST', '/world/predictions')],
  observe: [at('POST', '/world/observations')],
  world: [at('GET', '/world')],
  introspect: [at('POST', '/introspect')],
  anticipate: [at('POST', '/anticipate')],
  knowing: [at('POST', '/knowing')],
  source: [at('GET', '/memories/{id}/source')],
  beliefs_to_revise: [at('GET', '/beliefs/to-revise')],
  goal_plan: [at('POST', '/goals/{id}/plan')],
  goal_agenda: [at('GET', '/goals/agenda')],
  goal_trigger: [at('POST', '/goals/trigger')],
  goal_decompose: [at('POST', '/goals/{id}/subgoals')],
  purpose: [at('GET', '/purpose')],
  purpose_search: [at('POST', '/purpose/search')],
  reflect: [at('POST', '/reflect')],
  opinion_list: [at('GET', '/opinions')],
  opinion_find: [at('POST', '/opinions/find')],
  opinion_reinforce: [at('POST', '/opinions/{id}/reinforce')],
  opinion_weaken: [at('POST', '/opinions/{id}/weaken')],
  opinion_contradict: [at('POST', '/opinions/{id}/contradict')],
  knows: [at('POST', '/knowledge')],
  resolve_entity: [at('POST', '/entities/resolve')],
  bank_configure: [at('PATCH', '')],
  quarantine_list: [at('GET', '/quarantine')],
  quarantine_release: [at('POST', '/quarantine/release')],
  quarantine_reject: [at('POST', '/quarantine/reject')],
  reveal: [at('POST', '/reveal')],
  session_note: [at('POST', '/sessions/{session}/notes')],
  session_show: [at('GET', '/sessions/{session}')],
  session_clear: [at('DELETE', '/sessions/{session}')],
  reindex: [at('POST', '/reindex')],
  stats: [at('GET', '/stats')],
  doctor: [at('POST', '/doctor')],
};
