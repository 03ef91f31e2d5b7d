import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type Blocker, Goal } from '@mneme/core/domain/goal.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import {
  agenda,
  breakDown,
  emptyPlan,
  type GoalState,
  type KnownSteps,
  existingGoal,
  stepsFor,
} from '../goals/index.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { ENOUGH, knowledgeOf, outlookFrom, skillOf, Gap } from '../world-model/index.js';
import { Draft, revise } from '@mneme/core/bank/learned/revise.js';
import { sharedTerms } from '@mneme/core/modules/evidence/index.js';
import { progressOf, workOn } from './conclude.js';
import { execute, type ActOutcome, type PreparedTask } from './prepare.js';
import { Share, type Of, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';

export const PursueInput = z.strictObject({
  id: GoalId.describe('The goal, as in g_01h5k0c2x9w7a.'),
  outcomes: z
    .array(z.strictObject({ goal: GoalId.describe('The step.'), success: z.boolean() }))
    .max(50)
    .default([])
    .describe(
      'Steps that were worked on since, and whether they were reached: {"goal", "success"}.',
    ),
  domain: textUpTo(100).optional().describe('The field of the steps.'),
});
export type PursueInput = z.input<typeof PursueInput>;
type StepOutcome = z.output<typeof PursueInput>['outcomes'][number];

const pursuitShape = z.strictObject({
  goal: Goal,
  /** 0..1: share of its completed steps. */
  progress: Share,
  /** Steps that can be worked on, most urgent first; the goal itself if it has none. */
  ready: z.array(Goal),
  blocked: z.array(
    z.strictObject({
      goal: Goal,
      because: z.array(z.string()),
    }),
  ),
  /** Blockers that memory has resolved. */
  closed: z.array(z.string()),
  gaps: z.array(Gap),
  notices: z.array(z.string()),
  sequence: z.number(),
});
/** The state of a goal, and what to do next. */
export interface Pursuit extends Of<typeof pursuitShape> {}
export const Pursuit: SchemaOf<Pursuit, typeof pursuitShape> = pursuitShape;

/**
 * Advances a goal: records the results of its steps, decomposes it if it has none, removes the blockers that memory
 * can resolve by now, and lists the steps that are ready. One change. Throws `not_found`, `invalid_input` for a step
 * of another goal.
 */
export async function pursue(raw: unknown, bank: OpenBank, parts: FlowParts): Promise<Pursuit> {
  const input = parseInput(PursueInput, raw, 'pursuit');
  // The steps may come from a language model, which must not be asked again when another process
  // commits first.
  const known = await stepsKnown(input.id, bank, parts);
  return revise(bank.name, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const stored = await parts.store.goals(bank.name);
    const goal = existingGoal(input.id, stored);
    assertSteps(
      input.outcomes.map((outcome) => outcome.goal),
      goal,
      stored,
    );
    takeIn(input.outcomes, stored, draft);
    const goals = draft.goals(stored);
    if (stepsOf(goal, goals).length === 0) breakDown(goal, known.subgoals, goals, draft, parts);
    const closed = await closeBlockers(goal, draft.goals(stored), draft, bank, parts);
    const stand = await pursuitStateOf(input, draft.goals(stored), draft, bank, parts);
    return {
      put: draft.parts(),
      verb: 'goal',
      reason: `went on with “${goal.description}”: ${Math.round(100 * stand.progress)} % done`,
      answer: (sequence) => ({ ...stand, closed, notices: [...known.notices], sequence }),
    };
  });
}

const stepsOf = ({ id }: Goal, goals: readonly Goal[]): Goal[] =>
  goals.filter(({ parent, retractedAt }) => parent === id && retractedAt === null);

function assertSteps(named: readonly GoalId[], goal: Goal, goals: readonly Goal[]): void {
  const steps = new Set([goal.id, ...stepsOf(goal, goals).map(({ id }) => id)]);
  const strange = named.find((id) => !steps.has(id));
  if (strange === undefined) return;
  throw new MnemeError('invalid_input', `pursuit.outcomes: ${strange} is no step of ${goal.id}.`, {
    field: 'pursuit.outcomes',
    value: strange,
    hint: 'List the goals with `mneme goals`.',
  });
}

/** A successful step is completed; a failed one stays open, and counts as worked on. */
function takeIn(outcomes: readonly StepOutcome[], stored: readonly Goal[], draft: Draft): void {
  for (const { goal: id, success } of outcomes) {
    const step = existingGoal(id, draft.goals(stored));
    if (step.status !== 'completed')
      workOn(step, success ? 1 : progressOf(step, draft), success, draft.goals(stored), draft);
  }
}

/** Only a goal that never had steps is decomposed; if no steps are known, it is worked on as a whole. */
async function stepsKnown(id: GoalId, bank: OpenBank, parts: FlowParts): Promise<KnownSteps> {
  const goals = await parts.store.goals(bank.name);
  const goal = existingGoal(id, goals);
  if (stepsOf(goal, goals).length > 0) return { subgoals: [], by: 'caller', notices: [] };
  try {
    return await stepsFor(goal.description, bank, parts);
  } catch (error) {
    if (MnemeError.is(error) && error.field === 'goal.subgoals')
      return {
        subgoals: [],
        by: 'caller',
        notices: ['Nothing is known of its steps; it is worked on as a whole.'],
      };
    throw error;
  }
}

/** Removes blockers due to a lack of knowledge or skill once memory has it. */
async function closeBlockers(
  goal: Goal,
  goals: readonly Goal[],
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<readonly string[]> {
  const closed: string[] = [];
  for (const { id } of [goal, ...stepsOf(goal, goals)]) {
    const blockers = draft.under('plan', id)?.body.blockers ?? [];
    const left: Blocker[] = [];
    for (const blocker of blockers)
      if (await isClosed(blocker, bank, parts)) closed.push(blocker.what);
      else left.push(blocker);
    if (left.length < blockers.length)
      draft.change('plan', id, (before = emptyPlan(id)) => ({ ...before, blockers: left }));
  }
  return closed;
}

async function isClosed(blocker: Blocker, bank: OpenBank, parts: FlowParts): Promise<boolean> {
  if (blocker.kind === 'knowledge')
    return (await knowledgeOf(blocker.what, bank, parts)).have >= ENOUGH;
  return blocker.kind === 'skill' && skillOf(blocker.what, bank, parts).have >= ENOUGH;
}

async function pursuitStateOf(
  { id, outcomes }: z.output<typeof PursueInput>,
  goals: readonly Goal[],
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Omit<Pursuit, 'closed' | 'notices' | 'sequence'>> {
  const goal = existingGoal(id, goals);
  const steps = stepsOf(goal, goals);
  const done = steps.filter(({ status }) => status === 'completed').length;
  const { gaps, progress } = await outlookFrom(id, draft.at, goals, draft.plans(), bank, parts);
  const states = agenda(goals, draft.plans(), draft.at).filter((state) =>
    steps.length === 0 ? state.goal.id === id : steps.some((step) => step.id === state.goal.id),
  );
  const worked =
    outcomes.length > 0 &&
    steps.length > 0 &&
    (goal.status === 'active' || goal.status === 'suspended')
      ? workOn(
          goal,
          done / steps.length,
          outcomes.some(({ success }) => success),
          goals,
          draft,
        ).goal
      : goal;
  const blockedBy = (state: GoalState): string[] => [
    ...state.blockers.map(({ what }) => what),
    ...state.waitsFor.map(
      (other) => `waits for “${goals.find((each) => each.id === other)?.description ?? other}”`,
    ),
    ...(state.goal.status === 'suspended' ? ['suspended'] : []),
    ...gapsInWay(state.goal, gaps, steps.length === 0, parts),
  ];
  const all = states.map((state) => ({
    goal: state.goal,
    because: [...new Set(blockedBy(state))],
  }));
  return {
    goal: worked,
    progress: steps.length === 0 ? progress : done / steps.length,
    ready:
      worked.status === 'completed'
        ? []
        : all.filter(({ because }) => because.length === 0).map((each) => each.goal),
    blocked: all.filter(({ because }) => because.length > 0),
    gaps,
  };
}

/** A gap of the goal blocks the steps that mention it; every gap blocks the goal as a whole. */
function gapsInWay(
  { description }: Goal,
  gaps: readonly Gap[],
  whole: boolean,
  { stemmer }: FlowParts,
): string[] {
  return gaps
    .filter(({ what }) => whole || sharedTerms(what, description, stemmer) >= 0.5)
    .map(({ kind, what }) => `${kind}: ${what}`);
}

export interface PursuedGoal {
  readonly pursuit: Pursuit;
  /** Steps that were done, with their results. */
  readonly done: readonly { readonly goal: GoalId; readonly success: boolean }[];
}

/** Maximum number of steps done in one call. */
const MAX_STEPS = 50;

/** {@link pursue}, with `act` doing each ready step as in {@link execute}, until none is ready or one was not done. */
export async function pursueBy(
  raw: unknown,
  act: (step: Goal, prepared: PreparedTask) => Promise<ActOutcome | null>,
  bank: OpenBank,
  parts: FlowParts,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<PursuedGoal> {
  const input = parseInput(PursueInput, raw, 'pursuit');
  const done: { goal: GoalId; success: boolean }[] = [];
  let pursuit = await inTurn(() => pursue(input, bank, parts));
  const tried = new Set<GoalId>();
  for (
    let step = pursuit.ready[0];
    step !== undefined && done.length < MAX_STEPS;
    step = pursuit.ready.find(({ id }) => !tried.has(id))
  ) {
    tried.add(step.id);
    const next: Goal = step;
    const { conclusion } = await execute(
      { task: next.description, ...(input.domain === undefined ? {} : { domain: input.domain }) },
      (prepared) => act(next, prepared),
      bank,
      parts,
      inTurn,
    );
    if (conclusion === null) continue;
    const success = conclusion.succeeded;
    done.push({ goal: next.id, success });
    pursuit = await inTurn(() =>
      pursue({ id: input.id, outcomes: [{ goal: next.id, success }] }, bank, parts),
    );
    if (pursuit.goal.status === 'completed') break;
  }
  return { pursuit, done };
}
