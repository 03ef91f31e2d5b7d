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
  /** What it is called in the description; of an operation with several places, one alone has its name. */
  readonly called?: string;
}

const at = (method: Method, path: string, more: Omit<Place, 'method' | 'path'> = {}): Place => ({
  method,
  path,
  ...more,
});

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
  guide: [at('GET', '/guide')],
  graph_description: [at('GET', '/graph')],
  status: [at('GET', '/status')],
  advise: [at('POST', '/advice')],
  search_plan: [at('POST', '/search-plan')],
  critique: [at('POST', '/critique')],
  test_run: [at('POST', '/test')],
  test_pin: [at('POST', '/test/case')],
  recall_accuracy: [at('POST', '/recall/accuracy')],
  compare_retrieval: [at('POST', '/recall/comparison')],
  manifest: [at('GET', '/manifest')],
  manifest_apply: [at('POST', '/manifest')],
  merge: [at('POST', '/memories/merge')],
  circles: [
    at('GET', '/circles', { without: ['prune', 'reason'] }),
    at('POST', '/circles/prune', { fixed: { prune: true }, called: 'circles_prune' }),
  ],
  conflicts: [
    at('GET', '/conflicts', { without: ['scan'] }),
    at('POST', '/conflicts/scan', { fixed: { scan: true }, called: 'conflicts_scan' }),
  ],
  resolve: [at('POST', '/conflicts/{id}/settlement')],
  unresolve: [at('DELETE', '/conflicts/{id}/settlement')],
  update: [at('PATCH', '/memories/{id}')],
  forget: [
    at('POST', '/memories/forget'),
    at('DELETE', '/memories/{ids}', { called: 'memories_delete' }),
  ],
  restore: [at('POST', '/memories/restore')],
  erase: [at('POST', '/erasure')],
  undo: [at('POST', '/log/{hash}/undo')],
  diff: [at('GET', '/diff')],
  goal_set: [at('POST', '/goals')],
  goal_list: [at('GET', '/goals')],
  goal_remove: [at('DELETE', '/goals/{id}')],
  learn: [at('POST', '/runs')],
  strategies: [at('POST', '/strategies/search')],
  strategy_outcome: [at('POST', '/strategies/{id}/outcomes')],
  strategies_compress: [at('POST', '/strategies/compress')],
  simulate: [at('POST', '/world/simulate')],
  plan: [at('POST', '/world/plan')],
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
  ground_strategy: [at('POST', '/strategies/ground')],
  strategy_used: [at('POST', '/strategies/{id}/uses')],
  strategy_choose: [at('POST', '/strategies/choose')],
  foretell: [at('POST', '/world/foretell')],
  settle: [at('POST', '/world/predictions/{id}/outcome')],
  competence_sync: [at('POST', '/competence/sync')],
  should_attempt: [at('POST', '/attempt')],
  task_prepare: [at('POST', '/tasks/prepare')],
  task_conclude: [at('POST', '/tasks/conclude')],
  goal_pursue: [at('POST', '/goals/{id}/pursuit')],
  learning_priorities: [at('GET', '/learning/priorities')],
  synthesise: [at('POST', '/synthesis')],
  reconcile: [at('POST', '/reconcile')],
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
  bank_list: [at('GET', '/file')],
  bank_configure: [at('PATCH', '')],
  quarantine_list: [at('GET', '/quarantine')],
  quarantine_release: [at('POST', '/quarantine/release')],
  quarantine_reject: [at('POST', '/quarantine/reject')],
  reveal: [at('POST', '/reveal')],
  session_note: [at('POST', '/sessions/{session}/notes')],
  session_show: [at('GET', '/sessions/{session}')],
  session_clear: [at('DELETE', '/sessions/{session}')],
  scratchpad: [at('POST', '/sessions/{session}/scratchpad')],
  reindex: [at('POST', '/reindex')],
  facts: [at('GET', '/facts')],
  extract: [at('POST', '/facts/run')],
  stats: [at('GET', '/stats')],
  doctor: [at('POST', '/doctor')],
};
