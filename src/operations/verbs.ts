import type { z } from 'zod';
import type { Mneme } from '../mneme.js';
import type { OPERATIONS, OperationName } from './table.js';

type AnyVerb = (...args: never[]) => unknown;
type NamesOf<Subject> = {
  [Name in keyof Subject & string]: Subject[Name] extends AnyVerb ? Name : never;
}[keyof Subject & string];
type CapabilityName = {
  [Name in keyof Mneme & string]: Mneme[Name] extends object
    ? Mneme[Name] extends AnyVerb
      ? never
      : Name
    : never;
}[keyof Mneme & string];

/** A verb's path in the library: `recall`, `goals.set`. */
export type VerbPath =
  | NamesOf<Mneme>
  | {
      [Capability in CapabilityName]: `${Capability}.${NamesOf<Mneme[Capability]>}`;
    }[CapabilityName];

type FieldOf<Name extends OperationName> = keyof z.input<(typeof OPERATIONS)[Name]['input']> &
  string;

/** Operations on one session: in the library, methods of `memory.session`. */
export type SessionOperation = 'session_note' | 'session_show' | 'session_clear' | 'scratchpad';

/**
 * Each operation's verb in the library, and the input fields that it takes as positional arguments, in
 * order; an object among them takes further fields by name. Every operation needs an entry to compile.
 */
export const VERBS = {
  import: ['import', 'path'],
  remember: ['remember', 'content'],
  remember_all: ['rememberAll', 'inputs'],
  recall: ['recall', 'query'],
  context: ['context', 'query'],
  brief: ['brief'],
  feedback: ['feedback'],
  metamemory: ['metamemory.report'],
  why: ['why', 'query'],
  whynot: ['whyNot', 'query', 'memory'],
  route: ['paradigms.route', 'query'],
  show: ['show', 'id'],
  list: ['list'],
  recent: ['recent'],
  timeline: ['browse.timeline'],
  about: ['browse.about', 'about'],
  changes: ['curation.changes'],
  explain: ['spaces.explain', 'id'],
  compare: ['spaces.compare', 'a', 'b'],
  search_space: ['spaces.search'],
  is_a: ['graph.isA'],
  hierarchy: ['graph.hierarchy', 'name'],
  neighbourhood: ['graph.neighbourhood', 'of'],
  path: ['graph.path'],
  causes: ['graph.causes'],
  cite: ['graph.cite'],
  lineage: ['curation.lineage', 'id'],
  tombstones: ['curation.tombstones'],
  log: ['curation.log'],
  annotate: ['curation.annotate'],
  boost: ['curation.boost'],
  merge: ['curation.merge'],
  manifest: ['curation.manifest'],
  manifest_apply: ['curation.applyManifest', 'text', 'preview'],
  conflicts: ['validity.conflicts'],
  resolve: ['validity.resolve'],
  unresolve: ['validity.unresolve', 'id'],
  circles: ['validity.circles'],
  update: ['update', 'id', 'content'],
  forget: ['forget', 'ids', 'reason'],
  delete_all: ['deleteAll'],
  restore: ['curation.restore', 'ids'],
  erase: ['privacy.erase'],
  undo: ['undo', 'hash'],
  diff: ['curation.diff'],
  goal_set: ['goals.set'],
  goal_list: ['goals.list'],
  goal_remove: ['goals.remove', 'id'],
  learn: ['strategies.learn', 'trajectories'],
  strategies: ['strategies.find'],
  strategy_outcome: ['strategies.recordOutcome'],
  strategies_compress: ['strategies.compress'],
  plan: ['foresight.plan'],
  predict: ['foresight.predict'],
  observe: ['foresight.observe'],
  world: ['foresight.world', 'domain'],
  anticipate: ['foresight.anticipate'],
  source: ['metamemory.source', 'id'],
  beliefs_to_revise: ['opinions.toRevise'],
  goal_plan: ['goals.plan'],
  goal_agenda: ['goals.agenda'],
  goal_trigger: ['goals.fireTriggers'],
  goal_decompose: ['goals.decompose'],
  ground_strategy: ['strategies.ground'],
  strategy_used: ['strategies.recordUse'],
  strategy_choose: ['strategies.choose'],
  foretell: ['foresight.foretell'],
  settle: ['foresight.score'],
  competence_sync: ['metamemory.syncCompetence'],
  task_prepare: ['paradigms.prepare'],
  task_conclude: ['paradigms.conclude'],
  goal_pursue: ['goals.pursue'],
  learning_priorities: ['metamemory.learningPriorities'],
  synthesise: ['paradigms.synthesise', 'query'],
  reconcile: ['paradigms.reconcile'],
  purpose: ['goals.alignment'],
  purpose_search: ['goals.search'],
  reflect: ['reflect'],
  opinion_list: ['opinions.list'],
  opinion_find: ['opinions.find', 'about'],
  opinion_reinforce: ['opinions.reinforce'],
  opinion_weaken: ['opinions.weaken'],
  opinion_contradict: ['opinions.contradict'],
  knows: ['metamemory.knows', 'about'],
  resolve_entity: ['graph.resolveEntity', 'name'],
  entity_list: ['browse.entities'],
  bank_list: ['file.describe'],
  bank_delete: ['file.deleteBank'],
  bank_restore: ['file.restoreBank'],
  bank_configure: ['care.configure'],
  quarantine_list: ['privacy.quarantined'],
  quarantine_release: ['privacy.release'],
  quarantine_reject: ['privacy.reject'],
  reveal: ['privacy.reveal', 'text'],
  reindex: ['care.reindex'],
  documents_change: ['documents.change'],
  documents_get: ['documents.get'],
  documents_list: ['documents.list'],
  worth: ['guidance.worth', 'content'],
  diagram: ['graph.diagram', 'of'],
  dream: ['dreams.dream'],
  dream_report: ['dreams.report'],
  dream_settle: ['dreams.settle'],
  dream_stop: ['dreams.stop'],
  dream_leave: ['dreams.leave'],
  reading: ['reading.status'],
  read: ['reading.run'],
  unread: ['reading.unread'],
  mark_read: ['reading.markRead'],
  dialogue_turn: ['dialogue.turn'],
  dialogue_stage: ['dialogue.stage'],
  dialogue_curate: ['dialogue.curate'],
  dialogue_bridge: ['dialogue.bridge'],
  dialogue_show: ['dialogue.show', 'turn'],
  dialogue_list: ['dialogue.list'],
  dialogue_history: ['dialogue.history'],
  dialogue_preferences: ['dialogue.preferences'],
  dialogue_prefer: ['dialogue.prefer'],
  guide: ['guidance.guide'],
  graph_description: ['graph.describe'],
  graph_map: ['browse.map'],
  status: ['guidance.status'],
  advise: ['guidance.advise', 'goal'],
  search_plan: ['guidance.planSearch', 'goal'],
  check: ['guidance.check', 'text'],
  recall_accuracy: ['guidance.measureRecall'],
  compare_retrieval: ['guidance.compareRetrieval', 'query'],
  infer: ['conclusions.infer'],
  infer_keep: ['conclusions.keep'],
  infer_list: ['conclusions.list'],
  branch_make: ['branching.make', 'name'],
  branch_list: ['branching.list'],
  branch_compare: ['branching.compare', 'branch'],
  branch_merge: ['branching.merge'],
  verify: ['verification.verify'],
  verdicts: ['verification.verdicts'],
  outcome: ['outcomes.tell'],
  credit: ['outcomes.credit'],
  forecast_make: ['forecasting.make'],
  forecast_settle: ['forecasting.settle'],
  forecast_snooze: ['forecasting.snooze'],
  forecast_list: ['forecasting.list'],
  forecast_score: ['forecasting.score'],
  webhook_add: ['webhooks.add'],
  webhook_list: ['webhooks.list'],
  webhook_remove: ['webhooks.remove'],
  webhook_test: ['webhooks.test'],
  webhook_failures: ['webhooks.failures'],
  test_run: ['testing.run'],
  test_pin: ['testing.pin', 'query'],
  stats: ['care.stats'],
  doctor: ['care.doctor'],
} as const satisfies {
  readonly [Name in Exclude<OperationName, SessionOperation>]: readonly [
    VerbPath,
    ...FieldOf<Name>[],
  ];
};
