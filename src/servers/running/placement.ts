import type { Operation } from '../../operations/operation.js';
import type { OperationName } from '../../operations/table.js';
import { isLong } from './weigh-input.js';

/**
 * `pool`: threads that have the bank at hand. `main`: the thread that answers everybody, in turns. `apart`: a thread that computes
 * nothing else meanwhile.
 */
export type Placement = 'pool' | 'main' | 'apart';

/** The lines of what runs apart. `urgent` has slots that nothing else takes, and so has what waits for a solver. */
export const WORK_LINES = ['general', 'urgent', 'solving'] as const;
export type WorkLineName = (typeof WORK_LINES)[number];

const LINES: { readonly [Name in OperationName]?: WorkLineName } = {
  erase: 'urgent',
  doctor: 'urgent',
  verify: 'solving',
};

/** Questions that agents ask at every turn. */
const QUESTIONS: ReadonlySet<OperationName> = new Set([
  'recall',
  'context',
  'brief',
  'about',
  'knows',
  'goal_list',
  'opinion_list',
]);

/** What is done in a moment, however large the bank is: it looks at a page, or at what it names. */
const QUICK: ReadonlySet<OperationName> = new Set([
  'remember',
  'remember_all',
  'feedback',
  'metamemory',
  'route',
  'show',
  'list',
  'recent',
  'timeline',
  'changes',
  'lineage',
  'log',
  'annotate',
  'boost',
  'guide',
  'status',
  'resolve',
  'unresolve',
  'update',
  'forget',
  'restore',
  'goal_set',
  'goal_remove',
  'goal_plan',
  'goal_agenda',
  'goal_trigger',
  'goal_decompose',
  'goal_pursue',
  'learn',
  'strategy_outcome',
  'strategy_used',
  'observe',
  'predict',
  'settle',
  'world',
  'anticipate',
  'source',
  'beliefs_to_revise',
  'opinion_find',
  'opinion_reinforce',
  'opinion_weaken',
  'opinion_contradict',
  'competence_sync',
  'learning_priorities',
  'entity_list',
  'bank_list',
  'bank_configure',
  'bank_restore',
  'quarantine_list',
  'quarantine_release',
  'quarantine_reject',
  'reveal',
  'session_note',
  'session_show',
  'session_clear',
  'scratchpad',
  'documents_change',
  'documents_get',
  'documents_list',
  'worth',
  'dream_report',
  'dream_stop',
  'dream_leave',
  'reading',
  'unread',
  'mark_read',
  'dialogue_curate',
  'dialogue_bridge',
  'dialogue_show',
  'dialogue_list',
  'dialogue_preferences',
  'dialogue_prefer',
  'infer_list',
  'branch_list',
  'verdicts',
  'outcome',
  'credit',
  'forecast_make',
  'forecast_settle',
  'forecast_snooze',
  'forecast_list',
  'forecast_score',
  'webhook_add',
  'webhook_list',
  'webhook_remove',
  'webhook_test',
  'webhook_failures',
  'stats',
]);

/** Characters of input that are computed with in a moment. */
export const LONGEST = 4_000;
/** A question's may be more: what is not to be told again is named in it. */
const LONGEST_QUESTION = 16_000;

/** Where a call is run: a verb that is not known to be quick, and an input that is long, are computed with apart. */
export function placeOf({ name }: Pick<Operation, 'name'>, input: unknown): Placement {
  if (QUESTIONS.has(name as OperationName))
    return isLong(input, LONGEST_QUESTION) ? 'apart' : 'pool';
  return QUICK.has(name as OperationName) && !isLong(input, LONGEST) ? 'main' : 'apart';
}

export function lineOf({ name }: Pick<Operation, 'name'>): WorkLineName {
  return LINES[name as OperationName] ?? 'general';
}
