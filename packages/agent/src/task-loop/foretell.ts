import { z } from 'zod';
import { GoalId, type MemoryId, LearnedId } from '@mneme/core/domain/ids.js';
import { InstantInput, parseInput } from '@mneme/core/domain/input.js';
import { Difficulty } from '@mneme/core/domain/world-model.js';
import { type Of, type SchemaOf, shareInput, textUpTo, flag } from '@mneme/core/domain/schema.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import {
  competences,
  GoalOutlook,
  HabitOutlook,
  habitOf,
  modelFor,
  outlookOn,
  plainWords,
  predict,
  runSimulation,
  SelfEstimate,
  SimulateInput,
  Simulation,
} from '../world-model/index.js';
import { TaskInput, weighStrategies } from '../strategies/index.js';
import {
  bearing,
  factsOn,
  plain,
  type FoundFact,
  GroundFact,
} from '@mneme/core/modules/evidence/index.js';
import { adviseOn, AttemptAdvice } from './answers.js';

export const ForetellInput = SimulateInput.extend({
  about: textUpTo(1_000)
    .optional()
    .describe('What to recall facts on. Default: the actions, and what their outcome hangs on.'),
  difficulty: Difficulty.optional().describe('How hard it looks.'),
  required: shareInput().default(0.5).describe('The rate of success that is needed, 0 to 1.'),
  keep: flag('Keep it as a prediction of the last action, which leans on the facts that decided.'),
  goal: GoalId.optional().describe('What stands between now and this goal.'),
  entity: textUpTo(300).optional().describe('What this user, system or service will do next.'),
  at: InstantInput.optional().describe('Of a goal or an entity: at which moment. Default: now.'),
});
export type ForetellInput = z.input<typeof ForetellInput>;

const foretellingShape = z.strictObject({
  ...AttemptAdvice.shape,
  ...Simulation.shape,
  /** Success rates in similar tasks that were reported; without an action, in all. */
  self: z.array(SelfEstimate),
  /** Decisive facts, then other relevant ones that are not in `told`. */
  facts: z.array(
    z.strictObject({
      ...GroundFact.shape,
      decided: z.boolean(),
    }),
  ),
  /** The main source of uncertainty: a fact with confidence below 0.8, or the rules of the world. */
  doubt: z.enum(['facts', 'world']),
  /** The stored prediction; null without `keep`. */
  prediction: LearnedId.nullable(),
  /** What the goal still lacks; null without one. */
  goal: GoalOutlook.nullable(),
  /** The entity's habits; null without one. */
  entity: HabitOutlook.nullable(),
});
/** Prediction for an action, competence in it, and whether to attempt it. */
export interface Foretelling extends Of<typeof foretellingShape> {}
export const Foretelling: SchemaOf<Foretelling, typeof foretellingShape> = foretellingShape;

/** A task in the form of former verbs that were merged into this one. */
export type FormerTask = {
  readonly [Field in keyof TaskInput]?: TaskInput[Field] | undefined;
} & Pick<ForetellInput, 'required'>;

/** Without a task, for all of them. */
export function foretellingOf({ task, limit: _, ...input }: FormerTask): ForetellInput {
  return { ...input, actions: task === undefined ? [] : [task] };
}

const MAX_FACTS = 15;
const SURE = 0.8;
/** Values where no action is given: only self-estimates are returned. */
const NOTHING_ASKED = {
  ...{ whether: 'unknown', askFirst: false, score: null, chance: null, risks: [], rationale: '' },
  parts: { competence: null, pastSuccess: null, strategy: null, simulation: null },
  past: { attempts: 0, successes: 0 },
  told: { known: 'unknown', whether: 'unknown', lines: [], well: 0, badly: 0, chance: null },
  ...{ facts: [], doubt: 'world', prediction: null },
} as const satisfies Omit<Foretelling, keyof Simulation | 'self' | 'goal' | 'entity'>;

/**
 * Predicts from reported outcomes of similar undertakings, from learned rules of the world, whose open conditions
 * facts fill in, and from results in similar tasks. Rules that forbid it take precedence; without evidence there is
 * no prediction.
 */
export async function foretell(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Foretelling> {
  const { about, keep, difficulty, required, goal, entity, at, ...input } = parseInput(
    ForetellInput,
    raw,
    'foretelling',
  );
  const { actions, domain } = input;
  const book = await bank.learned.current();
  const now = at ?? parts.clock.now();
  const outlooks = {
    goal: goal === undefined ? null : await outlookOn(goal, now, bank, parts),
    entity: entity === undefined ? null : await habitOf(entity, now, bank),
  };
  const matter = about ?? actions.join(', ');
  const open = [
    ...new Set(actions.flatMap((action) => modelFor(action, domain, book)?.body.conditions ?? [])),
  ];
  const asked = { difficulty, required };
  const ofAnother = matter === '' && (goal !== undefined || entity !== undefined);
  const self = ofAnother ? [] : competences(matter, asked, book, parts.stemmer);
  if (matter === '')
    return { ...NOTHING_ASKED, ...runSimulation(input, book, parts), self, ...outlooks };
  const known = await factsFor(matter, open, bank);
  const simulation = runSimulation(
    {
      ...input,
      facts: [...input.facts, ...known.map(({ text, confidence }) => ({ text, confidence }))],
    },
    book,
    parts,
  );
  const task = parseInput(TaskInput, taskOf(matter, input, difficulty), 'foretelling');
  const choice = await weighStrategies(task, bank, parts, known);
  const advice = await adviseOn(task, choice, bank, parts);
  const deciding = new Set(simulation.steps.flatMap(({ facts }) => facts));
  const decided = plain(known.filter(({ text }) => deciding.has(text)));
  const quoted = new Set(advice.told.lines.map(({ id }) => id));
  const others = bearing(known.filter(({ id, text }) => !deciding.has(text) && !quoted.has(id)));
  return {
    ...simulation,
    ...advice,
    ...outlooks,
    self,
    facts: [
      ...decided.map((fact) => ({ ...fact, decided: true })),
      ...others.map((fact) => ({ ...fact, decided: false })),
    ],
    doubt: decided.some(({ confidence }) => confidence < SURE) ? 'facts' : 'world',
    prediction: keep
      ? await kept(
          input,
          simulation,
          decided.map(({ id }) => id),
          bank,
          parts,
        )
      : null,
  };
}

/** The input as a task, for the choice of strategies and advice. */
function taskOf(
  matter: string,
  { context, facts, domain }: Pick<z.output<typeof SimulateInput>, 'context' | 'facts' | 'domain'>,
  difficulty: Difficulty | undefined,
): z.input<typeof TaskInput> {
  return {
    task: matter.slice(0, LONGEST_TASK),
    ...{ context, facts },
    ...(domain === 'general' ? {} : { domain }),
    ...(difficulty === undefined ? {} : { difficulty }),
  };
}

const LONGEST_TASK = 1_000;

/** Facts on the matter, and on the conditions that outcomes of the actions depended on. */
async function factsFor(
  about: string,
  conditions: readonly string[],
  bank: OpenBank,
): Promise<readonly FoundFact[]> {
  const near = await factsOn(about, MAX_FACTS, bank);
  const deciding =
    conditions.length === 0
      ? []
      : await factsOn(conditions.slice(0, 20).join(', '), MAX_FACTS, bank);
  return [...near, ...deciding.filter(({ id }) => !near.some((fact) => fact.id === id))];
}

/**
 * A prediction's context includes what facts added; otherwise the world model would learn a rule without its
 * condition.
 */
async function kept(
  { actions, context, domain }: z.output<typeof SimulateInput>,
  { steps, confidence }: Simulation,
  beliefs: readonly MemoryId[],
  bank: OpenBank,
  parts: EngineParts,
): Promise<LearnedId> {
  const last = steps.at(-1);
  const held = (last?.pattern?.preconditions ?? []).filter(
    (condition) => !condition.startsWith('not '),
  );
  const { id } = await predict(
    {
      action: actions.at(-1),
      context: plainWords([...context, ...held]),
      domain,
      state: [...(last?.state ?? [])],
      probability: confidence,
      beliefs: beliefs.slice(0, 50),
    },
    bank,
    parts,
  );
  return id;
}
