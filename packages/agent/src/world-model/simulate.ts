import { z } from 'zod';
import { MemoryId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import { type ActionModel, Outlook } from '@mneme/core/domain/world-model.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { wordsOfAction } from '@mneme/core/language/strategy-wording.js';
import {
  afterStep,
  OpenCondition,
  listKeys,
  simulateStep,
  SimulatedStep,
  Uncertainties,
} from './world/simulate.js';
import { plainWords } from './world/see.js';
import type { LearnedIndex } from '@mneme/core/indexes/record-indexes.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { Chance, transitionKey, Words } from '@mneme/core/bank/learned/sightings.js';
import {
  asLearned,
  firstVersion,
  revise,
  type LearningParts,
} from '@mneme/core/bank/learned/revise.js';
import { FactInput } from '@mneme/core/domain/strategy.js';
import { Share, type Of, type SchemaOf, flag } from '@mneme/core/domain/schema.js';

export const SimulateInput = z.strictObject({
  actions: z
    .array(Words)
    .max(20, 'at most 20 actions')
    .default([])
    .describe('What would be done, in order.'),
  context: z.array(Words).max(100).default([]).describe('What holds before.'),
  complete: flag(
    'Whether the context is all that holds. If not, what it leaves open counts as unknown, and “not x” in it says that x does not hold.',
  ),
  domain: Words.default('general').describe('The field.'),
  facts: z
    .array(FactInput)
    .max(200)
    .default([])
    .describe(
      'What is known in words, with how sure it is; conditions that the context leaves open are read off them.',
    ),
});
export type SimulateInput = z.input<typeof SimulateInput>;
export type ParsedSimulation = z.output<typeof SimulateInput>;

const simulationShape = z.strictObject({
  steps: z.array(SimulatedStep),
  /** The final state, including what still holds of the context. */
  state: z.array(z.string()),
  /** 0..1: probability that every step goes as predicted; 0 if an action is unknown. */
  confidence: Share,
  alternatives: z.array(Outlook),
  uncertainty: Uncertainties,
  /** Unknown conditions that would change a step, in order of the steps. */
  dependsOn: z.array(OpenCondition),
  /** Whether anything is known of the actions. */
  known: z.boolean(),
  notices: z.array(z.string()),
});
export interface Simulation extends Of<typeof simulationShape> {}
export const Simulation: SchemaOf<Simulation, typeof simulationShape> = simulationShape;

/** The parsed input; callers that know only the context omit `complete`. */
export type SimulationAsked = Omit<ParsedSimulation, 'complete'> &
  Partial<Pick<ParsedSimulation, 'complete'>>;

export function runSimulation(
  { actions, context, complete = false, domain, facts }: SimulationAsked,
  book: LearnedIndex,
  { stemmer }: Pick<LearningParts, 'stemmer'>,
): Simulation {
  const given = facts.map((fact) =>
    typeof fact === 'string' ? { text: fact, confidence: 1 } : fact,
  );
  const steps: SimulatedStep[] = [];
  let now: readonly string[] = plainWords(context);
  let denied = deniedIn(now);
  const models = actions.map((action) => modelFor(action, domain, book)?.body);
  const lists = new Set(
    models.flatMap((model) => (model === undefined ? [] : [...listKeys(model)])),
  );
  for (const [at, action] of actions.entries()) {
    const open = complete ? conditionsOf(models[at]).filter((each) => !now.includes(each)) : [];
    const told = [...now, ...[...denied, ...open].map((each) => `not ${each}`)];
    const step = simulateStep(models[at], action, domain, told, given, stemmer);
    steps.push(step);
    now = afterStep(now, step.state, lists);
    denied = new Set([...denied].filter((each) => !step.state.includes(each)));
    for (const each of deniedIn(step.state)) denied.add(each);
  }
  const last = steps.at(-1);
  const confidence =
    steps.length === 0 ? 0 : steps.reduce((product, step) => product * step.confidence, 1);
  const before = steps.slice(0, -1).reduce((product, step) => product * step.confidence, 1);
  const doubts = last?.uncertainty ?? [];
  const unknown = steps.filter(({ pattern }) => pattern === null).map(({ action }) => action);
  const dependsOn = steps.flatMap((step) => step.dependsOn);
  return {
    steps,
    state: now,
    confidence,
    alternatives: last?.alternatives ?? [],
    uncertainty:
      before < 1
        ? [...doubts, { source: 'earlier steps' as const, share: 1 - before }].sort(
            (a, b) => b.share - a.share,
          )
        : doubts,
    dependsOn,
    known: unknown.length < actions.length,
    notices: [
      ...dependsOn.map(inWords),
      ...(unknown.length === 0
        ? []
        : [
            `Nothing was ever seen of ${unknown.join(', ')} in ${domain}.`,
            ...unknown.flatMap((action) => seenElsewhere(action, book)),
          ]),
    ],
  };
}

/** All conditions that an action is known to depend on. */
function conditionsOf(model: ActionModel | undefined): string[] {
  return [
    ...(model?.conditions ?? []),
    ...(model?.stated ?? []).flatMap(({ preconditions }) =>
      preconditions.map((each) => each.replace(/^not /u, '')),
    ),
  ];
}

const deniedIn = (state: readonly string[]): Set<string> =>
  new Set(state.flatMap((each) => (each.startsWith('not ') ? [each.slice(4)] : [])));

function inWords({ condition, met, unmet }: OpenCondition): string {
  const told = ({ state, probability }: Outlook): string =>
    `${state.length === 0 ? 'nothing is known' : state.join(', ')} (${Math.round(100 * probability)} %)`;
  return `It depends on “${condition}”, which is not known: if so, ${told(met)}; if not, ${told(unmet)}.`;
}

/** A notice for an action known only in other domains: one of those may be meant. */
function seenElsewhere(action: string, book: LearnedIndex): string[] {
  const spelt = wordsOfAction(action).join(' ');
  const domains = new Set(
    book
      .all('transition')
      .flatMap(({ body }) => (wordsOfAction(body.action).join(' ') === spelt ? [body.domain] : [])),
  );
  return domains.size === 0
    ? []
    : [
        `${action} was seen in ${[...domains].sort().join(', ')}: name that domain to foretell by it.`,
      ];
}

/** The model of an action: from its domain, else from the general one, else for an action with the same words. */
export function modelFor(
  action: string,
  domain: string,
  book: LearnedIndex,
): LearnedRecord<'transition'> | undefined {
  const exact =
    book.under('transition', transitionKey(domain, action))[0] ??
    book.under('transition', transitionKey('general', action))[0];
  if (exact !== undefined) return exact;
  const spelt = wordsOfAction(action).join(' ');
  return (
    book.under('transition', transitionKey(domain, spelt))[0] ??
    book.under('transition', transitionKey(domain, spelt.replaceAll(' ', '_')))[0]
  );
}

export const ExpectationInput = z.strictObject({
  ...SimulateInput.omit({ actions: true }).shape,
  action: Words.describe('What will be done, or what will happen.'),
  state: z
    .array(Words)
    .max(50)
    .optional()
    .describe('What is expected. Default: what memory foretells.'),
  probability: Chance.optional().describe('How likely, 0 to 1. Default: what memory foretells.'),
  beliefs: z
    .array(MemoryId)
    .max(50)
    .default([])
    .describe('Opinions and facts it leans on; they are strengthened or weakened by how it ends.'),
});

/** Stores what an action is expected to lead to. Throws `invalid_input` for a probability outside 0..1. */
export async function predict(raw: unknown, bank: OpenBank, parts: LearningParts) {
  const input = parseInput(ExpectationInput, raw, 'prediction');
  const { action, domain, beliefs } = input;
  return revise(bank.name, parts, async (at) => {
    const book = await bank.learned.current();
    const simulated = runSimulation({ ...input, actions: [action] }, book, parts);
    const [step] = simulated.steps;
    const state = input.state === undefined ? (step?.state ?? []) : plainWords(input.state);
    const probability = input.probability ?? chanceOf(state, simulated, step);
    const model = modelFor(action, domain, book)?.id ?? null;
    const context = plainWords(input.context);
    const record = firstVersion(
      'prediction',
      domain,
      { domain, action, context, state, probability, model, beliefs, outcome: null },
      at,
      parts.newId,
    );
    const { alternatives, uncertainty } = simulated;
    return {
      put: { learned: asLearned([record]) },
      verb: 'foresee',
      reason: `predicted “${state.join(', ')}” of “${action}”`,
      answer: (sequence) => ({
        ...{ id: record.id, action, state: [...state], probability },
        ...{ alternatives, uncertainty, sequence },
      }),
    };
  });
}

/** Probability of a state named by the caller; one half if nothing is known. */
export function chanceOf(
  state: readonly string[],
  { known, confidence, alternatives }: Simulation,
  step: SimulatedStep | undefined,
): number {
  if (!known) return 0.5;
  const same = (other: readonly string[]): boolean => state.every((each) => other.includes(each));
  if (step !== undefined && same(step.state)) return confidence;
  return alternatives
    .filter((other) => same(other.state))
    .reduce((sum, { probability }) => sum + probability, 0);
}
