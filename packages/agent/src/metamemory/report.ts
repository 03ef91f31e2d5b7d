import { z } from 'zod';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { GoalId, MemoryId } from '@mneme/core/domain/ids.js';
import { PRIORITIES } from '@mneme/core/domain/goal.js';
import { independentEvidence, type Memory } from '@mneme/core/domain/memory.js';
import { Interval, type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { acceptor } from '@mneme/core/indexes/index-lookups.js';
import { goalsOf, sharedTerms } from '@mneme/core/modules/evidence/index.js';
import { MetaMemoryReport, reportMetaMemory } from '@mneme/core/modules/feedback/index.js';
import { agenda, plansOf } from '../goals/index.js';
import { type CreditInput, CreditReport, readCredit } from '@mneme/core/modules/outcomes/index.js';
import { currentOpinions } from '../reflect/index.js';
import {
  failureModesOf,
  isWeak,
  outlookOn,
  posteriorOf,
  currentCompetences,
} from '../world-model/index.js';

const PRIORITY_KINDS = [
  'knowledge_gap',
  'skill_gap',
  'resource_gap',
  'blocker',
  'recurring_failure',
  'uncertain_belief',
  'competence_gap',
] as const;

const learningPriorityShape = z.strictObject({
  kind: z.enum(PRIORITY_KINDS),
  what: z.string(),
  /** 0..1. */
  impact: Share,
  /** What to do about it. */
  step: z.string(),
  goal: GoalId.nullable(),
  memories: z.array(MemoryId),
});
/** Something worth learning next. */
export interface LearningPriority extends Of<typeof learningPriorityShape> {}
export const LearningPriority: SchemaOf<LearningPriority, typeof learningPriorityShape> =
  learningPriorityShape;

const SHOWN = 10;
const RECURS = 3;
const FAILURES_READ = 50;
const IMPACT_OF_ONE = 0.1;
const UNCERTAIN = 0.5;
const TOUCHES = 0.5;
const MAX_GOALS = 50;

/**
 * What to learn next, at most ten, by impact: blockers of goals, failures that occurred three times or more,
 * uncertain beliefs that concern goals.
 */
async function learningPriorities(bank: OpenBank, parts: EngineParts): Promise<LearningPriority[]> {
  await bank.state.follow();
  const all = [
    ...(await gapsOfGoals(bank, parts)),
    ...(await failures(bank, parts)),
    ...(await beliefs(bank, parts)),
    ...weaknesses(bank),
  ];
  const order = (a: LearningPriority, b: LearningPriority): number =>
    b.impact - a.impact ||
    PRIORITY_KINDS.indexOf(a.kind) - PRIORITY_KINDS.indexOf(b.kind) ||
    (a.what < b.what ? -1 : 1);
  return [...all].sort(order).slice(0, SHOWN);
}

const KIND_OF = {
  knowledge: 'knowledge_gap',
  skill: 'skill_gap',
  resource: 'resource_gap',
  other: 'blocker',
} as const;

async function gapsOfGoals(bank: OpenBank, parts: EngineParts): Promise<LearningPriority[]> {
  const now = parts.clock.now();
  const plans = plansOf(await bank.learned.current());
  const active = agenda(await goalsOf(bank, parts), plans, now).filter(
    ({ goal, plan }) =>
      goal.status === 'active' &&
      plans.has(goal.id) &&
      (plan.blockers.length > 0 || Object.values(plan.needs).some((needs) => needs.length > 0)),
  );
  const outlooks = await Promise.all(
    active.slice(0, MAX_GOALS).map(async ({ goal, plan }) => ({
      goal,
      plan,
      gaps: (await outlookOn(goal.id, now, bank, parts)).gaps,
    })),
  );
  return outlooks.flatMap(({ goal, plan, gaps }) =>
    gaps.map(({ kind, what, step }): LearningPriority => ({
      kind: KIND_OF[kind],
      what,
      impact: PRIORITIES[plan.priority],
      step,
      goal: goal.id,
      memories: [],
    })),
  );
}

/** Recurring failure modes among the latest failures, with their memories. */
async function failures(
  { name, state: { index } }: OpenBank,
  { store }: EngineParts,
): Promise<LearningPriority[]> {
  const accepts = acceptor(index, { kinds: ['experience'], tags: ['failure'] });
  const slots: number[] = [];
  for (let slot = index.size - 1; slot >= 0 && slots.length < FAILURES_READ; slot--)
    if (accepts(slot)) slots.push(slot);
  const byMode = new Map<string, { count: number; memories: Memory[] }>();
  for (const memory of await store.get(
    name,
    slots.map((slot) => index.id(slot)),
  )) {
    const mode = memory.metadata['failureMode'];
    if (typeof mode !== 'string') continue;
    const tally = byMode.get(mode) ?? { count: 0, memories: [] };
    byMode.set(mode, {
      count: tally.count + independentEvidence(memory),
      memories: [...tally.memories, memory],
    });
  }
  return [...byMode]
    .filter(([, { count }]) => count >= RECURS)
    .map(([mode, { count, memories }]) => ({
      kind: 'recurring_failure',
      what: `${mode} (${count} times)`,
      impact: Math.min(1, IMPACT_OF_ONE * count),
      step: `Find out what keeps ${mode} from going well, and try it another way.`,
      goal: null,
      memories: memories.map(({ id }) => id),
    }));
}

async function beliefs(bank: OpenBank, parts: EngineParts): Promise<LearningPriority[]> {
  const goals = (await goalsOf(bank, parts)).filter(
    ({ status, retractedAt }) => status === 'active' && retractedAt === null,
  );
  if (goals.length === 0) return [];
  const unsure = await currentOpinions({ below: UNCERTAIN, limit: 200 }, bank, parts);
  return unsure.flatMap(({ id, content, confidence }): LearningPriority[] => {
    const near = goals
      .map((goal) => ({
        goal,
        touch: Math.max(
          sharedTerms(content, goal.description, parts.stemmer),
          sharedTerms(goal.description, content, parts.stemmer),
        ),
      }))
      .sort((a, b) => b.touch - a.touch)[0];
    if (near === undefined || near.touch <= TOUCHES) return [];
    return [
      {
        kind: 'uncertain_belief',
        what: content,
        impact: near.touch,
        step: `Find out whether it holds; it is only ${Math.round(100 * confidence)} % sure.`,
        goal: near.goal.id,
        memories: [id],
      },
    ];
  });
}

function weaknesses({ learned: { book } }: OpenBank): LearningPriority[] {
  return currentCompetences(book)
    .filter((competence) => isWeak(competence))
    .map(({ capability, model }) => ({
      kind: 'competence_gap',
      what: capability,
      impact: Math.min(1, IMPACT_OF_ONE * model.failures),
      step: `Practise ${capability}, or hand it over.`,
      goal: null,
      memories: [],
    }));
}

const competenceShape = z.strictObject({
  capability: z.string(),
  domain: z.string(),
  /** Posterior mean of the success rate, 0..1. */
  mean: Share,
  /** 95 % credible interval. */
  interval: Interval,
  /** Number of reported tasks and of uses of the field's strategies. */
  samples: z.number(),
  failureModes: z.array(z.strictObject({ mode: z.string(), count: z.number(), share: Share })),
});
/** Success rate in a field, by all that was reported. */
export interface TaughtCompetence extends Of<typeof competenceShape> {}
export const TaughtCompetence: SchemaOf<TaughtCompetence, typeof competenceShape> = competenceShape;

const metamemoryShape = z.strictObject({
  ...MetaMemoryReport.shape,
  /** What outcomes taught about memories. */
  credit: CreditReport,
  /** Success rates, best first. */
  competence: z.array(TaughtCompetence),
  /** What is most worth learning next: at most ten, by impact. */
  priorities: z.array(LearningPriority),
});
/** What votes, outcomes and tasks taught the bank about its knowledge. */
export interface MetamemoryAnswer extends Of<typeof metamemoryShape> {}
export const MetamemoryAnswer: SchemaOf<MetamemoryAnswer, typeof metamemoryShape> = metamemoryShape;

/** Throws `not_found` for an unknown memory, `invalid_input`. */
export async function readMetamemory(
  input: CreditInput,
  bank: OpenBank,
  parts: EngineParts,
): Promise<MetamemoryAnswer> {
  const credit = await readCredit(input, bank, parts);
  const book = await bank.learned.current();
  return {
    ...(await reportMetaMemory(bank, parts.store)),
    credit,
    competence: currentCompetences(book)
      .map((competence): TaughtCompetence => {
        const { mean, interval, samples } = posteriorOf(competence.model);
        const { capability, domain } = competence;
        return {
          capability,
          domain,
          mean,
          interval,
          samples,
          failureModes: failureModesOf(competence),
        };
      })
      .sort((a, b) => b.mean - a.mean || (a.capability < b.capability ? -1 : 1)),
    priorities: await learningPriorities(bank, parts),
  };
}
