import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { GoalId, MemoryId } from '@mneme/core/domain/ids.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import { SOURCE_CONFIDENCE, type Memory } from '@mneme/core/domain/memory.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { emptyPlan, existingGoal, changedGoal } from '../goals/index.js';
import {
  patternsOf,
  PredictionId,
  settlePrediction,
  modelFor,
  isWeak,
  posteriorOf,
  competenceFor,
} from '../world-model/index.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { Draft, nextVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { StrategyId, strategyOf, TaskInput, weighStrategies, WEAK } from '../strategies/index.js';
import { moveOpinion } from '../reflect/index.js';
import { listConflicts, resolveConflict } from '@mneme/core/modules/validity/index.js';
import { AGAINST_FACT, byCompetence, widened } from './gather.js';
import type { Reconciliation } from './answers.js';
import { CONFLICT_ROWS } from './answers.js';
import { textUpTo } from '@mneme/core/domain/schema.js';
import { type LearnedRecord } from '@mneme/core/domain/learned-record.js';

export const ReconcileInput = z.strictObject({
  conflict: z
    .enum(CONFLICT_ROWS)
    .describe(
      'What disagrees: fact_prediction, strategy_competence, goal_fact, strategies, uncertain_prediction, belief_evidence, facts.',
    ),
  fact: MemoryId.optional().describe('The fact, as in m_01h5k0c2x9w7a.'),
  other: MemoryId.optional().describe('The other fact.'),
  belief: MemoryId.optional().describe('The opinion.'),
  evidence: MemoryId.optional().describe('The memory that speaks against it.'),
  prediction: PredictionId.optional().describe('The prediction, as in p_01h5k0c2x9w7a.'),
  strategy: StrategyId.optional().describe('The strategy, as in s_01h5k0c2x9w7a.'),
  goal: GoalId.optional().describe('The goal, as in g_01h5k0c2x9w7a.'),
  task: textUpTo(1_000).optional().describe('The task that several strategies fit.'),
  domain: textUpTo(100).optional().describe('The field of the task.'),
});
export type ReconcileInput = z.input<typeof ReconcileInput>;
type Parsed = z.output<typeof ReconcileInput>;
type Field = Exclude<keyof Parsed, 'conflict' | 'domain'>;

const NOTHING = { order: [], moved: null, interval: null, seek: [], question: null } as const;

type Row = (
  input: Parsed,
  bank: OpenBank,
  parts: FlowParts,
) => Promise<Omit<Reconciliation, 'conflict'>>;

const ROWS: Readonly<Record<Parsed['conflict'], Row>> = {
  fact_prediction: trustFact,
  strategy_competence: trustCompetence,
  goal_fact: suspendGoal,
  strategies: rankAll,
  uncertain_prediction: widen,
  belief_evidence: moveBelief,
  facts: preferRecent,
};

/** Resolves a disagreement by its row of the matrix. Throws `invalid_input` naming what is needed, `not_found`. */
export async function reconcile(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Reconciliation> {
  const input = parseInput(ReconcileInput, raw, 'synthesis');
  return { conflict: input.conflict, ...(await ROWS[input.conflict](input, bank, parts)) };
}

function needed<Name extends Field>(name: Name, input: Parsed): NonNullable<Parsed[Name]> {
  const value = input[name];
  if (value !== undefined) return value as NonNullable<Parsed[Name]>;
  throw new MnemeError(
    'invalid_input',
    `synthesis.${name}: a conflict of ${input.conflict} needs it.`,
    { field: `synthesis.${name}`, hint: `Name the ${name}.` },
  );
}

async function memoryOf(
  id: MemoryId,
  field: Field,
  { name }: OpenBank,
  { store }: FlowParts,
): Promise<Memory> {
  const [found] = await store.get(name, [id]);
  if (found !== undefined && found.retractedAt === null) return found;
  throw new MnemeError('not_found', `There is no memory ${id}.`, {
    field: `synthesis.${field}`,
    value: id,
  });
}

async function openPrediction(
  input: Parsed,
  { name }: OpenBank,
  { store }: FlowParts,
): Promise<LearnedRecord<'prediction'>> {
  const id = needed('prediction', input);
  const [found] = await store.learned(name, { kinds: ['prediction'], ids: [id as LearnedId] });
  if (found === undefined || found.retractedAt !== null)
    throw new MnemeError('not_found', `There is no prediction ${id}.`, {
      field: 'synthesis.prediction',
      value: id,
    });
  return found as LearnedRecord<'prediction'>;
}

/** A later fact is the prediction's outcome: the world model learns it. An earlier one halves the probability. */
async function trustFact(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const fact = await memoryOf(needed('fact', input), 'fact', bank, parts);
  const { id, body, createdAt } = await openPrediction(input, bank, parts);
  if (body.outcome === null && fact.saidAt > createdAt) {
    await settlePrediction({ id, came: false }, bank, parts);
    return {
      ...NOTHING,
      order: [fact.id],
      resolution: `The fact is newer than the prediction: the prediction failed, and the world model has learned it. ${fact.content}`,
      moved: { of: id, before: body.probability, after: 0 },
    };
  }
  if (body.outcome !== null)
    throw new MnemeError('conflict', `The prediction ${id} is settled already.`, {
      field: 'synthesis.prediction',
      value: id,
    });
  return revise(bank.name, parts, async (at) => {
    const now = await openPrediction(input, bank, parts);
    const probability = now.body.probability * AGAINST_FACT;
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    draft.put(nextVersion(now, { ...now.body, probability }, at));
    return {
      put: draft.parts(),
      verb: 'foresee',
      reason: `a fact speaks against a prediction: ${fact.id}`,
      answer: () => ({
        ...NOTHING,
        order: [fact.id, id],
        resolution: `The fact is trusted, the prediction is half as likely: ${fact.content}`,
        moved: { of: id, before: now.body.probability, after: probability },
      }),
    };
  });
}

/**
 * Demotes a strategy in a weak field to half its weight, in all rankings, and restores it when the field improves.
 * Without reports on the field nothing changes.
 */
async function trustCompetence(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const id = needed('strategy', input);
  const settled = await revise(bank.name, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const strategy = await strategyOf(id, bank);
    const { title, description, domain, priority: before = 1 } = strategy.body;
    const own = competenceFor(domain, draft.book, parts.stemmer);
    const after = own === undefined ? before : isWeak(own) ? WEAK : 1;
    if (after !== before)
      draft.put(nextVersion(strategy, { ...strategy.body, priority: after }, at));
    const rate = own === undefined ? '' : ` (${Math.round(100 * posteriorOf(own.model).mean)} %)`;
    const resolution =
      own === undefined
        ? `Nothing was reported of ${domain}: “${title}” counts as it did.`
        : after === 1
          ? `“${title}” counts in full: ${domain} goes well enough${rate}.`
          : `“${title}” counts half from now on: ${domain} goes badly${rate}.`;
    return {
      put: draft.parts(),
      verb: 'learn' as const,
      reason: `“${title}” counts ${after} by competence`,
      answer: () => ({
        ...NOTHING,
        moved: { of: id, before, after },
        resolution,
        task: input.task ?? `${title} ${description}`.slice(0, 1_000),
        domain,
      }),
    };
  });
  const { task, domain, ...rest } = settled;
  const { strategies, leftOut } = await weighStrategies(
    TaskInput.parse({ task, domain, limit: 50 }),
    bank,
    parts,
  );
  const refused = leftOut.find((each) => each.id === id);
  return {
    ...rest,
    order: strategies.map((each) => each.id),
    resolution:
      refused === undefined
        ? rest.resolution
        : `${rest.resolution} It is left out: ${refused.why}.`,
  };
}

/** A goal does not change the world: it is suspended until a person decides. */
async function suspendGoal(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const fact = await memoryOf(needed('fact', input), 'fact', bank, parts);
  const id = needed('goal', input);
  return revise(bank.name, parts, async (at) => {
    const goals = await parts.store.goals(bank.name);
    const goal = existingGoal(id, goals, 'synthesis.goal');
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const what = `${fact.content.slice(0, 400)} [${fact.id}]`;
    draft.change('plan', id, (before = emptyPlan(id)) => ({
      ...before,
      blockers: [
        ...before.blockers.filter((blocker) => blocker.what !== what),
        { what, kind: 'other' },
      ],
    }));
    if (goal.status !== 'suspended')
      draft.putGoal(changedGoal(goal, { status: 'suspended' }, goals, at));
    const question = `“${goal.description}” is suspended, as a fact speaks against it: ${fact.content} Shall it go on, be changed, or be given up?`;
    return {
      put: draft.parts(),
      verb: 'goal',
      reason: `suspended “${goal.description}”: ${fact.id} speaks against it`,
      answer: () => ({
        ...NOTHING,
        order: [fact.id, id],
        resolution: 'The goal is suspended until somebody decides.',
        question,
      }),
    };
  });
}

async function rankAll(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const task = { task: needed('task', input), domain: input.domain, limit: 50 };
  const { strategies } = await weighStrategies(TaskInput.parse(task), bank, parts);
  const ranked = byCompetence(strategies);
  const [first] = ranked;
  return {
    ...NOTHING,
    order: ranked.map(({ id }) => id),
    resolution:
      first === undefined
        ? 'No strategy fits.'
        : `By competence times success rate: “${first.title}” first.`,
  };
}

/** Widens the interval of an uncertain forecast, and lists the conditions to look up. */
async function widen(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const { body } = await openPrediction(input, bank, parts);
  const model = modelFor(body.action, body.domain, await bank.learned.current())?.body;
  const held = new Set(body.context);
  const rules = model === undefined ? [] : patternsOf(model);
  const rule = rules.find(({ preconditions }) =>
    preconditions.every((each) =>
      each.startsWith('not ') ? !held.has(each.slice(4)) : held.has(each),
    ),
  );
  const seek = [
    ...new Set(
      rules.flatMap(({ preconditions }) => preconditions.map((each) => each.replace(/^not /u, ''))),
    ),
  ].filter((condition) => !held.has(condition));
  const interval = widened(rule?.interval ?? [0, 1]);
  return {
    ...NOTHING,
    interval,
    seek,
    resolution:
      seek.length === 0
        ? 'Nothing is known on which it hangs; observe it more often.'
        : `Find out first whether ${seek.join(', ')}.`,
  };
}

async function moveBelief(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const belief = needed('belief', input);
  const evidence = needed('evidence', input);
  const { id, before, after, changed } = await moveOpinion(
    { id: belief, move: 'contradict', evidence: [evidence] },
    bank,
    parts,
  );
  return {
    ...NOTHING,
    order: [evidence, id],
    moved: { of: id, before, after },
    resolution: changed
      ? 'The opinion went down by a bounded step; it is not turned over at once.'
      : 'This evidence was counted already.',
  };
}

/** Minimum difference in credibility of the sources for the older fact to win. */
const BETTER_SOURCE = 0.2;

/** The newer fact wins, unless its source is much less credible. */
async function preferRecent(input: Parsed, bank: OpenBank, parts: FlowParts): ReturnType<Row> {
  const pair = await Promise.all([
    memoryOf(needed('fact', input), 'fact', bank, parts),
    memoryOf(needed('other', input), 'other', bank, parts),
  ]);
  const [older, newer] = pair.sort(
    (a, b) => a.saidAt - b.saidAt || a.recordedAt - b.recordedAt,
  ) as [Memory, Memory];
  const trust = ({ provenance }: Memory): number =>
    Math.max(...provenance.map(({ source }) => SOURCE_CONFIDENCE[source]));
  const keep = trust(older) - trust(newer) > BETTER_SOURCE ? older : newer;
  const page = await listConflicts({ memory: older.id }, bank, parts);
  const conflict = page.conflicts.find((each) => [each.older, each.newer].includes(newer.id));
  if (conflict === undefined)
    throw new MnemeError('not_found', `No conflict of ${older.id} and ${newer.id} is known.`, {
      field: 'synthesis.other',
      value: newer.id,
      hint: 'Look for conflicts with `mneme conflicts --scan`.',
    });
  if (conflict.settlement !== null)
    return {
      ...NOTHING,
      order: [conflict.settlement.keep === 'older' ? conflict.older : conflict.newer],
      resolution: `It was settled before: ${conflict.settlement.note}`,
    };
  await resolveConflict(
    {
      id: conflict.id,
      keep: keep.id,
      by: 'rule',
      note: keep === newer ? 'the newer fact' : 'the older fact, from the better source',
    },
    bank,
    parts,
  );
  return {
    ...NOTHING,
    order: [keep.id, keep === newer ? older.id : newer.id],
    resolution:
      keep === newer ? 'The newer fact holds.' : 'The older fact holds: its source is much better.',
  };
}
