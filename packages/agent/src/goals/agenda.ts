import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { Goal } from '@mneme/core/domain/goal.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { PRIORITIES, Blocker, Plan, type Trigger } from '@mneme/core/domain/learned/plan.js';
import { DAY, type Instant } from '@mneme/core/domain/time.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';

export function emptyPlan(goal: GoalId): Plan {
  return {
    goal,
    priority: 'medium',
    deadline: null,
    successCriteria: [],
    dependsOn: [],
    blockers: [],
    triggers: [],
    fired: {},
    progress: 0,
    needs: { knowledge: [], skills: [], resources: [] },
  };
}

/** 0..1: overdue 1; within a day priority × 1.5, within a week × 1.2, else the priority. */
export function urgencyOf(
  { priority, deadline }: Pick<Plan, 'priority' | 'deadline'>,
  now: Instant,
): number {
  const weight = PRIORITIES[priority];
  if (deadline === null) return weight;
  const left = deadline - now;
  if (left < 0) return 1;
  return Math.min(1, left <= DAY ? weight * 1.5 : left <= 7 * DAY ? weight * 1.2 : weight);
}

const goalStateShape = z.strictObject({
  goal: Goal,
  plan: Plan,
  urgency: Share,
  /** 0..1: its own progress, or the share of its subgoals that are completed, whichever is higher. */
  progress: Share,
  /** Its own blockers, and the goals that it depends on. */
  blockers: z.array(Blocker),
  waitsFor: z.array(GoalId),
});
export interface GoalState extends Of<typeof goalStateShape> {}
export const GoalState: SchemaOf<GoalState, typeof goalStateShape> = goalStateShape;

/** Active and suspended goals with their urgency: workable ones first, most urgent first. */
export function agenda(
  goals: readonly Goal[],
  plans: ReadonlyMap<GoalId, Plan>,
  now: Instant,
): GoalState[] {
  const standing = goals.filter(
    ({ status, retractedAt }) =>
      retractedAt === null && (status === 'active' || status === 'suspended'),
  );
  const statusOf = new Map(
    goals.map(({ id, status, retractedAt }) => [id, retractedAt === null ? status : 'removed']),
  );
  const states = standing.map((goal): GoalState => {
    const plan = plans.get(goal.id) ?? emptyPlan(goal.id);
    const waitsFor = plan.dependsOn.filter(
      (id) => statusOf.get(id) !== 'completed' && statusOf.get(id) !== 'removed',
    );
    return {
      goal,
      plan,
      urgency: urgencyOf(plan, now),
      progress: progressOf(goal, goals, plan),
      blockers: plan.blockers,
      waitsFor,
    };
  });
  const free = ({ blockers, waitsFor, goal }: GoalState): number =>
    Number(blockers.length === 0 && waitsFor.length === 0 && goal.status === 'active');
  return states.sort(
    (a, b) => free(b) - free(a) || b.urgency - a.urgency || a.goal.createdAt - b.goal.createdAt,
  );
}

function progressOf({ id }: Goal, goals: readonly Goal[], plan: Plan): number {
  const under = goals.filter(({ parent, retractedAt }) => parent === id && retractedAt === null);
  const done =
    under.length === 0
      ? 0
      : under.filter(({ status }) => status === 'completed').length / under.length;
  return Math.max(plan.progress, done);
}

/** Throws `invalid_input` naming the cycle if goals depend on each other. */
export function assertNoRing(
  plans: ReadonlyMap<GoalId, Pick<Plan, 'dependsOn'>>,
  from: GoalId,
): void {
  const walk = (id: GoalId, path: readonly GoalId[]): void => {
    if (path.includes(id)) {
      const ring = [...path.slice(path.indexOf(id)), id];
      throw new MnemeError(
        'invalid_input',
        `These goals wait for each other in a ring: ${ring.join(' → ')}.`,
        {
          field: 'goal.dependsOn',
          value: ring.join(' '),
          hint: 'Leave one of the dependencies out.',
        },
      );
    }
    for (const next of plans.get(id)?.dependsOn ?? []) walk(next, [...path, id]);
  };
  walk(from, []);
}

/** Something that may trigger a reminder of goals. */
export interface Cue {
  readonly now: Instant;
  readonly event?: string | undefined;
  readonly mention?: string | undefined;
}

/** Indexes of a plan's triggers that fire now, without those that have fired before. */
export function dueTriggers({ triggers, fired }: Plan, cue: Cue, stemmer: Stemmer): number[] {
  return triggers.flatMap((trigger, at) =>
    fired[String(at)] === undefined && goesOff(trigger, cue, stemmer) ? [at] : [],
  );
}

function goesOff(trigger: Trigger, { now, event, mention }: Cue, stemmer: Stemmer): boolean {
  if (trigger.on === 'time') return trigger.at <= now;
  if (trigger.on === 'event') return event !== undefined && holdsAll(trigger.event, event, stemmer);
  return mention !== undefined && holdsAll(trigger.words, mention, stemmer);
}

/** Whether a text contains all content words of another, in any form and order. */
function holdsAll(words: string, text: string, stemmer: Stemmer): boolean {
  const wanted = contentTerms(words, 'en', stemmer);
  const there = new Set(contentTerms(text, 'en', stemmer));
  return wanted.length === 0
    ? text.toLowerCase().includes(words.toLowerCase())
    : wanted.every((term) => there.has(term));
}
