import { z } from 'zod';
import { parseInput } from '@mneme/core/domain/input.js';
import { PARADIGMS, type Paradigm, type Route } from '@mneme/core/domain/layers.js';
import { StageBudgets } from '@mneme/core/domain/pace.js';
import { readRoute } from '@mneme/core/language/route/read-route.js';
import {
  BEARING,
  precedentsOf,
  toldOf,
  type Told,
  plain,
  factsOn,
  preferencesOn,
  sureOf,
  type FoundFact,
  type GroundFact,
} from '@mneme/core/modules/evidence/index.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { estimateFor, runSimulation } from '../world-model/index.js';
import { wordsOfAction } from '@mneme/core/language/strategy-wording.js';
import { weighGrounded, groundAll, MAX_FACTS, TaskInput } from '../strategies/index.js';
import {
  actionsIn,
  byCompetence,
  byNotes,
  factAgainstPrediction,
  goalsBearing,
  groundOf,
  isUncertain,
  NO_GROUND,
  NO_NOTES,
  type ParadigmFindings,
  synthesisText,
  withGround,
  withoutPlainFacts,
} from './gather.js';
import type { Forecast, QuestionAnswer } from './answers.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

/** Target maximum of each part, in milliseconds. */
export const PART_BUDGETS = {
  classify: 10,
  declarative: 50,
  procedural: 30,
  simulate: 100,
  synthesis: 50,
  all: 250,
} as const;
export type SynthesisPart = keyof typeof PART_BUDGETS;

const Limit = z
  .number()
  .min(0, 'must not be below 0')
  .max(600_000, 'at most ten minutes')
  .optional();
const Budgets = z.strictObject({
  classify: Limit,
  declarative: Limit,
  procedural: Limit,
  simulate: Limit,
  synthesis: Limit,
  all: Limit,
});

export const QuestionInput = z.strictObject({
  query: textUpTo(1_000).describe('What is asked.'),
  context: TaskInput.shape.context,
  domain: TaskInput.shape.domain,
  paradigms: z
    .array(z.enum(PARADIGMS))
    .min(1)
    .optional()
    .describe('Only these. Default: those that the question leads to.'),
  limit: z.int().min(1).max(20).default(6).describe('At most so many facts, strategies and goals.'),
  budgets: Budgets.optional().describe(
    'Milliseconds that each part may take: {"declarative": 50, "all": 250}; what is not named has its usual limit. With it, limits are kept: what there is no time for is left out, and told. Without it they are only compared with.',
  ),
});

/** Combines facts, preferences, strategies, forecasts, goals and competence, and resolves disagreements. */
export async function synthesise(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<QuestionAnswer> {
  const input = parseInput(QuestionInput, raw, 'synthesis');
  const { query, limit, domain } = input;
  const limits = input.budgets === undefined ? null : limitsOf(input.budgets);
  const budget = new StageBudgets<SynthesisPart>(() => parts.clock.ticks(), limits);
  const paradigms = await paradigmsFor(input, budget, bank, parts);
  const asks = (paradigm: Paradigm): boolean => paradigms.value.includes(paradigm);
  // Facts are relevant to every question; the route only says what else is.
  const known =
    input.paradigms === undefined || asks('declarative')
      ? await budget.wait('declarative', 'facts', () => factsOn(query, MAX_FACTS, bank), [])
      : undefined;
  const told = known === undefined ? null : await toldOf(query, bank, limit, BEARING);
  const facts = known?.slice(0, limit) ?? [];
  const preferences = asks('declarative')
    ? await budget.wait('declarative', 'preferences', () => preferencesOn(query, bank, parts), [])
    : [];
  const task = TaskInput.parse({ task: query, context: input.context, domain });
  const grounded = asks('procedural')
    ? await budget.wait('procedural', 'strategies', () => groundAll(task, bank, parts, known), null)
    : null;
  const choice =
    grounded === null
      ? null
      : weighGrounded(task, grounded, bank, parts, limit, (strategy, simulate) =>
          budget.run(
            'procedural',
            `what the actions of “${strategy.title}” led to before`,
            simulate,
            null,
          ),
        );
  await bank.learned.current();
  const foretold = asks('predictive')
    ? budget.run('simulate', 'the forecast', () => forecast(input, facts, bank, parts), null)
    : null;
  const goals = asks('predictive')
    ? await budget.wait('simulate', 'goals', () => goalsBearing(query, limit, bank, parts), [])
    : [];
  const competence = asks('predictive')
    ? budget.run('simulate', 'competence', () => competenceAt(query, bank, parts), null)
    : null;
  const went =
    input.paradigms === undefined || asks('predictive')
      ? await budget.wait('simulate', 'how it went', () => precedentsOf(query, bank), null)
      : null;
  const ofNotes = () => byNotes(query, facts, bank);
  const part = {
    facts,
    ...(await budget.wait('procedural', 'what notes tell', ofNotes, NO_NOTES)),
    went:
      went === null || went.whether === 'unknown'
        ? null
        : await withoutPlainFacts(went, query, bank),
    preferences,
    strategies: byCompetence((choice?.strategies ?? []).slice(0, limit)),
    forecast: foretold,
    goals,
    competence: competence?.known === true ? competence : null,
  };
  const { leftOut } = budget;
  const settled = budget.must('synthesis', () =>
    combineFindings(
      part,
      told,
      [
        ...(choice?.leftOut ?? []).map(({ title, why }) => `“${title}” was left out: ${why}.`),
        ...leftOut.map(({ what, why }) => `There was no time for ${what}: ${why}.`),
      ],
      parts,
    ),
  );
  const overBudget = (Object.keys(PART_BUDGETS) as SynthesisPart[]).filter(
    (name) => budget.spent(name) > (limits ?? PART_BUDGETS)[name],
  );
  return { query, paradigms, ...settled, timings: budget.times, overBudget, leftOut };
}

const competenceAt = (query: string, bank: OpenBank, { stemmer }: EngineParts) =>
  estimateFor(query, bank.learned.book, stemmer, { difficulty: undefined, required: 0.5 });

/** The requested paradigms, else those derived from the question's words and from what it refers to in the bank. */
async function paradigmsFor(
  { query, paradigms }: z.output<typeof QuestionInput>,
  budget: StageBudgets<SynthesisPart>,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Route['paradigms']> {
  const routed = budget.must('classify', () => paradigmsOf(query));
  const ground = await budget.wait(
    'classify',
    'what of the bank it refers to',
    () => groundOf(query, bank, parts),
    NO_GROUND,
  );
  return paradigms === undefined
    ? withGround(routed, ground)
    : { ...routed, value: PARADIGMS.filter((each) => paradigms.includes(each)) };
}

/** Of the facts found, those on the matter, and reflections on it. */
function factsTold(found: readonly FoundFact[], { lines }: Told): readonly FoundFact[] {
  const told = new Set(lines.map(({ id }) => id));
  return found.filter(({ id, chance }) => chance === null || told.has(id));
}

/** Boundary between two questions. */
const NEXT_QUESTION = /\?\s+|,? and (?=(?:what|how|where|who|whom|whose|when|which|why)\b)/i;

/** The paradigms of a query; of several questions in one, those of each. */
function paradigmsOf(query: string): Route['paradigms'] {
  const whole = readRoute(query).paradigms;
  const parts = query
    .split(NEXT_QUESTION)
    .filter((part) => part.trim() !== '')
    .map((part) => (part.endsWith('?') ? part : `${part}?`));
  if (parts.length < 2) return whole;
  const read = [whole, ...parts.map((part) => readRoute(part).paradigms)];
  return {
    value: PARADIGMS.filter((paradigm) => read.some(({ value }) => value.includes(paradigm))),
    cues: [...new Set(read.flatMap(({ cues }) => cues))],
    sure: Math.min(...read.map(({ sure }) => sure)),
  };
}

function limitsOf(named: z.output<typeof Budgets>): Readonly<Record<SynthesisPart, number>> {
  return Object.fromEntries(
    Object.entries(PART_BUDGETS).map(([part, usual]) => [
      part,
      named[part as SynthesisPart] ?? usual,
    ]),
  ) as Record<SynthesisPart, number>;
}

/**
 * The forecast for the action that the question is about: the known one all of whose words it contains, the most
 * distinctive first.
 */
function forecast(
  { query, context, domain }: z.output<typeof QuestionInput>,
  facts: readonly GroundFact[],
  { learned: { book } }: OpenBank,
  parts: EngineParts,
): Forecast | null {
  const named = actionsIn(query, book, parts.stemmer).filter(
    (body) => domain === undefined || body.domain === domain || body.domain === 'general',
  );
  const [best] = named
    .map((body) => ({ body, words: wordsOfAction(body.action).join(' ') }))
    .sort((a, b) => b.words.length - a.words.length);
  if (best === undefined) return null;
  const { action, domain: field } = best.body;
  const simulation = runSimulation(
    {
      actions: [action],
      context,
      domain: field,
      facts: [{ text: query, confidence: 1 }, ...facts],
    },
    book,
    parts,
  );
  return simulation.known ? { action, simulation, confidence: simulation.confidence } : null;
}

function combineFindings(
  given: ParadigmFindings & { readonly facts: readonly FoundFact[] },
  told: Told | null,
  doubts: readonly string[],
  { stemmer }: EngineParts,
): Omit<QuestionAnswer, 'query' | 'paradigms' | 'timings' | 'overBudget' | 'leftOut'> {
  const { preferences, strategies, goals, competence } = given;
  // A fact that is not on the matter may still contradict a forecast.
  const facts = plain(told === null ? [] : factsTold(given.facts, told));
  const caveats = [...doubts];
  for (const { validity, text, id } of told?.lines ?? [])
    if (validity === 'disputed')
      caveats.push(
        `Something else is told of it, too, and nobody settled which holds: ${text} [${id}]`,
      );
  const against =
    given.forecast === null
      ? null
      : factAgainstPrediction(
          given.forecast.simulation.steps[0]?.state ?? [],
          given.forecast.confidence,
          given.facts,
          stemmer,
        );
  const forecast =
    given.forecast === null || against === null
      ? null
      : { ...given.forecast, confidence: against.confidence };
  if (against !== null && against.fact !== null)
    caveats.push(
      `The forecast may be wrong, as a fact says otherwise: ${against.fact.text} [${against.fact.id}]`,
    );
  if (
    forecast !== null &&
    isUncertain(forecast.confidence, forecast.simulation.steps[0]?.pattern ?? null)
  )
    caveats.push('The forecast rests on little; observe more before relying on it.');
  for (const { title, domain } of strategies.filter((each) => each.competence < 0.25))
    caveats.push(`“${title}” is of ${domain}, at which little goes well.`);
  // Matches that are only near are shown as doubtful: no verb may say that nothing is known where
  // another finds something.
  const doubtful = facts.length > 0 && told?.known === 'unknown';
  const best = [sureOf(given.facts), strategies[0]?.promise, forecast?.confidence].filter(
    (value) => value !== undefined,
  );
  return {
    text: synthesisText({ ...given, facts, forecast }, doubtful, caveats),
    facts,
    went: given.went,
    latest: [...given.latest],
    ways: [...given.ways],
    plans: [...given.plans],
    preferences,
    strategies,
    forecast,
    goals,
    competence,
    confidence: best.length === 0 ? 0 : best.reduce((sum, value) => sum + value, 0) / best.length,
    caveats,
    rests: [...facts, ...preferences].map(({ id }) => id),
  };
}
