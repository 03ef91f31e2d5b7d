import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { Chance, Words } from '@mneme/core/bank/learned/sightings.js';
import { type ActionModel, TransitionPattern } from '@mneme/core/domain/world-model.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import type { LearnedIndex } from '@mneme/core/indexes/record-indexes.js';
import { modelFor } from './simulate.js';
import { chancesOf, decidingConditions, patternsOf } from './world/outlook.js';
import { type Foreseen, planActions, PlanOption } from './world/plan.js';
import { plainWords } from './world/see.js';
import { listKeys } from './world/simulate.js';

const Conditions = z.array(Words).max(100);

export const WorldInput = z.strictObject({
  domain: Words.optional().describe('Only of this field; of a way: general without one.'),
  goal: Conditions.min(1, 'say what is to hold in the end')
    .optional()
    .describe('What is to hold in the end, all of it: the way to it is told, and no rules.'),
  actions: z
    .array(Words)
    .max(50, 'at most 50 actions')
    .optional()
    .describe('What can be done. Default: the 20 actions of the field that were seen most.'),
  context: Conditions.default([]).describe('What holds now.'),
  avoid: Conditions.default([]).describe('What must not come; each of it alone ends all hope.'),
  tried: z
    .array(z.strictObject({ action: Words, context: Conditions.default([]) }))
    .max(50)
    .default([])
    .describe(
      'Actions that were refused in this case, with what held then: {"action", "context"}. They are proposed again only where what was added since makes a difference.',
    ),
  horizon: z.int().min(1).max(8).default(5).describe('Actions a plan has at most.'),
  stepCost: z
    .number()
    .gt(0, 'must be above 0')
    .max(1, 'must be at most 1')
    .default(0.02)
    .describe('What an action costs, where reaching the goal is worth 1.'),
  curiosity: Chance.default(0).describe(
    'What an outcome nobody has seen yet is hoped to be worth, 0 to 1; above 0 it is learned faster, at some risk.',
  ),
  ended: Chance.default(0).describe(
    'What an end that was to be avoided is worth beside no end at all, 0 to 1.',
  ),
});
export type WorldInput = z.input<typeof WorldInput>;

const actionPlanShape = z.strictObject({
  /** The actions if every outcome is the likeliest one, the first to be done now; empty if none is worth its cost. */
  steps: z.array(z.string()),
  /** 0..1: probability of reaching the goal, replanning after each step. */
  chance: Share,
  /** What can be done now, best first. */
  options: z.array(PlanOption),
  /** Whether the goal was ever observed to follow any of the actions; otherwise a plan is a guess. */
  known: z.boolean(),
  notices: z.array(z.string()),
});
export interface ActionPlan extends Of<typeof actionPlanShape> {}
export const ActionPlan: SchemaOf<ActionPlan, typeof actionPlanShape> = actionPlanShape;

const worldShape = z.strictObject({
  /** The learned rules; none where a plan was requested. */
  patterns: z.array(TransitionPattern),
  /** The plan for the goal; null without one. */
  way: ActionPlan.nullable(),
});
/** Learned effects of actions. */
export interface World extends Of<typeof worldShape> {}
export const World: SchemaOf<World, typeof worldShape> = worldShape;

const MAX_ACTIONS = 20;

/** The learned rules of one domain or all; or a plan for a goal by them. Read-only. */
export async function world(raw: unknown, bank: OpenBank): Promise<World> {
  const { goal, domain, ...input } = parseInput(WorldInput, raw, 'world');
  const book = await bank.learned.current();
  if (goal !== undefined)
    return { patterns: [], way: wayTo({ ...input, goal, domain: domain ?? 'general' }, book) };
  const models = book
    .all('transition')
    .filter(({ body }) => domain === undefined || body.domain === domain);
  return { patterns: models.flatMap(({ body }) => patternsOf(body)), way: null };
}

type WayAsked = z.output<typeof WorldInput> & Record<'domain', string> & Record<'goal', string[]>;

/** The shortest sequence of actions that probably reaches a goal, by their observed effects. */
function wayTo(input: WayAsked, book: LearnedIndex): ActionPlan {
  const actions = [...new Set(input.actions ?? knownActions(input.domain, book))];
  const models = new Map(
    actions.map((action) => [action, modelFor(action, input.domain, book)?.body]),
  );
  const all = [...models.values()].filter((model) => model !== undefined);
  const [goal, avoid] = [plainWords(input.goal), plainWords(input.avoid)];
  const made = planActions({
    ...input,
    actions,
    goal,
    avoid,
    context: plainWords(input.context),
    tried: input.tried.map(({ action, context }) => ({ action, context: plainWords(context) })),
    deciding: new Set(
      all.flatMap((model) =>
        [...decidingConditions(model)].map((condition) => model.conditions[condition] ?? ''),
      ),
    ),
    lists: new Set(all.flatMap((model) => [...listKeys(model)])),
    foresee: (action, context) => foresee(models.get(action), context),
  });
  const unknown = actions.filter((action) => models.get(action) === undefined);
  const known = all.some(({ outcomes }) =>
    outcomes.some((outcome) => goal.some((each) => outcome.includes(each))),
  );
  return {
    ...made,
    known,
    notices: [
      ...(known
        ? []
        : [`Nothing was ever seen to lead to ${goal.map((each) => `“${each}”`).join(' and ')}.`]),
      ...(unknown.length === 0
        ? []
        : [`Nothing was ever seen of ${unknown.join(', ')} in ${input.domain}.`]),
    ],
  };
}

function knownActions(domain: string, book: LearnedIndex): string[] {
  const own = book
    .all('transition')
    .filter(({ body }) => body.domain.toLowerCase() === domain.toLowerCase());
  return own
    .sort((a, b) => b.body.seen - a.body.seen || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_ACTIONS)
    .map(({ body }) => body.action);
}

function foresee(model: ActionModel | undefined, context: readonly string[]): Foreseen {
  if (model === undefined) return { outlooks: [], unseen: 1 };
  if (model.sightings.length === 0) return fromStated(model, context);
  const held = new Set(context);
  const { chances, unseen } = chancesOf(model, (condition) =>
    held.has(model.conditions[condition] ?? ''),
  );
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return {
    unseen,
    outlooks: chances.flatMap((chance, outcome) =>
      chance > 0
        ? [{ state: model.outcomes[outcome] ?? [], probability: (chance / all) * (1 - unseen) }]
        : [],
    ),
  };
}

/** Stated rules have a probability of one half. */
function fromStated({ stated }: ActionModel, context: readonly string[]): Foreseen {
  const holds = (condition: string): boolean =>
    condition.startsWith('not ')
      ? !context.includes(condition.slice(4))
      : context.includes(condition);
  const [rule] = stated
    .filter(({ preconditions }) => preconditions.every(holds))
    .sort((a, b) => b.preconditions.length - a.preconditions.length);
  return rule === undefined
    ? { outlooks: [], unseen: 1 }
    : { outlooks: [{ state: rule.postconditions, probability: 0.5 }], unseen: 0.5 };
}

/**
 * When a rule is certain enough to be stored as a fact. The moving average alone passes 0.95 after seven consecutive
 * hits, with a Wilson bound of only 0.59; so a number of observations and that bound are required, too.
 */
const PROMOTION = { reliability: 0.95, sightings: 20, bound: 0.75 } as const;

export function isLawful({
  reliability,
  sampleSize,
  interval: [low],
  postconditions,
}: TransitionPattern): boolean {
  return (
    postconditions.length > 0 &&
    reliability > PROMOTION.reliability &&
    sampleSize >= PROMOTION.sightings &&
    low >= PROMOTION.bound
  );
}

/** The rule in words. */
export function asFact({
  domain,
  action,
  preconditions,
  postconditions,
}: TransitionPattern): string {
  const where = domain === 'general' ? '' : `In ${domain}, `;
  const when = preconditions.length === 0 ? '' : ` when ${preconditions.join(' and ')}`;
  const text = `${where}“${action}”${when} leads to ${postconditions.join(' and ')}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
