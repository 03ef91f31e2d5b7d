import { z } from 'zod';
import {
  type ActionModel,
  Outlook,
  TransitionPattern,
} from '../../../domain/learned/transition.js';
import type { Stemmer } from '../../../language/stem.js';
import { checkConditions, type GivenFact } from '../../../language/conditions.js';
import { chancesOf, patternOf, readLeaf } from './outlook.js';
import { plainWords } from './see.js';
import { Share, type Of, type SchemaOf } from '../../../domain/schema.js';

/** The sources of a simulation's uncertainty, each with its amount, 0..1. */
export const UNCERTAINTIES = [
  'unknown action',
  'never seen',
  'few observations',
  'the world varies',
  'facts unsure',
  'rules changed lately',
  'earlier steps',
] as const;
export type Uncertainty = (typeof UNCERTAINTIES)[number];
export const Uncertainties = z.array(
  z.strictObject({ source: z.enum(UNCERTAINTIES), share: z.number() }),
);

const simulatedStepShape = z.strictObject({
  action: z.string(),
  domain: z.string(),
  /** What will hold afterwards; empty if unknown. */
  state: z.array(z.string()),
  /** 0..1: how likely that state is. */
  confidence: Share,
  alternatives: z.array(Outlook),
  uncertainty: Uncertainties,
  pattern: TransitionPattern.nullable(),
  /** Texts of the facts it relies on. */
  facts: z.array(z.string()),
});
export interface SimulatedStep extends Of<typeof simulatedStepShape> {}
export const SimulatedStep: SchemaOf<SimulatedStep, typeof simulatedStepShape> = simulatedStepShape;

/** At this many observations, half of the uncertainty from sparse data remains. */
const FEW = 5;
const LATELY = 12;
/** Below this confidence, facts are a source of uncertainty. */
const SURE_FACT = 0.8;

/**
 * What an action leads to in a context: the likeliest state, its probability, alternatives, and the sources
 * of uncertainty.
 */
export function simulateStep(
  model: ActionModel | undefined,
  action: string,
  domain: string,
  context: readonly string[],
  facts: readonly GivenFact[],
  stemmer: Stemmer,
): SimulatedStep {
  const unknown: SimulatedStep = {
    action,
    domain,
    state: [],
    confidence: 0,
    alternatives: [],
    uncertainty: [{ source: 'unknown action', share: 1 }],
    pattern: null,
    facts: [],
  };
  if (model === undefined) return unknown;
  const held = new Set(plainWords(context));
  const reading = readFacts(model, held, facts, stemmer);
  if (model.sightings.length === 0) return fromStated(model, unknown, held, reading);
  const met = model.conditions.map(
    (condition) => held.has(condition) || reading.get(condition)?.holds === true,
  );
  const { leaf, chances: all } = chancesOf(model, (condition) => met[condition] === true);
  const outlook = readLeaf(model.sightings, leaf.places);
  if (outlook === null) return unknown;
  const pattern = patternOf(model, leaf, outlook);
  const chances = all
    .map((chance, outcome) => [outcome, chance] as const)
    .filter(([, chance]) => chance > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const support = leaf.path.flatMap(
    ({ condition }) => reading.get(model.conditions[condition] ?? '') ?? [],
  );
  const sureness =
    support.length === 0
      ? 1
      : support.reduce((sum, { confidence }) => sum + confidence, 0) / support.length;
  const [[likeliest, chance] = [outlook.outcome, outlook.reliability], ...others] = chances;
  return {
    action,
    domain,
    state: model.outcomes[likeliest] ?? [],
    confidence: chance * sureness,
    alternatives: others.map(([outcome, probability]) => ({
      state: model.outcomes[outcome] ?? [],
      probability: probability * sureness,
    })),
    uncertainty: doubts([
      ['few observations', FEW / (FEW + outlook.sampleSize)],
      ['the world varies', 1 - outlook.hits / outlook.sampleSize],
      ['facts unsure', sureness < SURE_FACT ? 1 - sureness : 0],
      ['rules changed lately', model.changes > 0 && model.sightings.length < LATELY ? 0.5 : 0],
    ]),
    pattern,
    facts: support.map(({ fact }) => fact),
  };
}

/** A stated rule is better than none; the one with the most conditions that hold is used. */
function fromStated(
  model: ActionModel,
  unknown: SimulatedStep,
  held: ReadonlySet<string>,
  reading: ReadonlyMap<string, FactReading>,
): SimulatedStep {
  const holds = (condition: string): boolean =>
    condition.startsWith('not ')
      ? !holds(condition.slice(4))
      : held.has(condition) || reading.get(condition)?.holds === true;
  const fitting = model.stated
    .filter(({ preconditions }) => preconditions.every(holds))
    .sort((a, b) => b.preconditions.length - a.preconditions.length);
  const [rule] = fitting;
  if (rule === undefined) return unknown;
  const pattern: TransitionPattern = {
    domain: model.domain,
    action: model.action,
    preconditions: rule.preconditions,
    postconditions: rule.postconditions,
    reliability: 0.5,
    sampleSize: 0,
    interval: [0, 1],
    alternatives: [],
    source: rule.source,
  };
  const others = fitting
    .slice(1)
    .filter((each) => each.postconditions.join() !== rule.postconditions.join());
  return {
    ...unknown,
    state: rule.postconditions,
    confidence: 0.5,
    alternatives: others.map(({ postconditions }) => ({
      state: postconditions,
      probability: 0.5 / others.length,
    })),
    uncertainty: [{ source: 'never seen', share: 0.5 }],
    pattern,
  };
}

interface FactReading {
  readonly holds: boolean;
  readonly confidence: number;
  readonly fact: string;
}

/** Conditions of the model that the context leaves open, derived from facts. */
function readFacts(
  model: ActionModel,
  held: ReadonlySet<string>,
  facts: readonly GivenFact[],
  stemmer: Stemmer,
): ReadonlyMap<string, FactReading> {
  const read = new Map<string, FactReading>();
  if (facts.length === 0) return read;
  const named = [
    ...model.conditions,
    ...model.stated.flatMap(({ preconditions }) =>
      preconditions.map((each) => each.replace(/^not /u, '')),
    ),
  ];
  const open = [...new Set(named)].filter((condition) => !held.has(condition));
  for (const { condition, state, confidence, fact } of checkConditions(open, facts, stemmer)) {
    if (state !== 'unknown')
      read.set(condition, { holds: state === 'met', confidence, fact: fact ?? '' });
  }
  return read;
}

function doubts(all: readonly (readonly [Uncertainty, number])[]): SimulatedStep['uncertainty'] {
  return all
    .filter(([, share]) => share > 0.02)
    .map(([source, share]) => ({ source, share }))
    .sort((a, b) => b.share - a.share);
}

/** The context after a step; see {@link withState}. */
export function afterStep(
  context: readonly string[],
  state: readonly string[],
  lists: ReadonlySet<string> = NO_LISTS,
): string[] {
  return withState(plainWords(context), state, lists);
}

/** A new condition is added; “not x” removes x, “key: value” removes the key's other values, unless it is a list. */
export function withState(
  context: readonly string[],
  state: readonly string[],
  lists: ReadonlySet<string>,
): string[] {
  const gone = new Set(
    state.filter((each) => each.startsWith('not ')).map((each) => each.slice(4)),
  );
  const keys = new Set(state.map(keyOf).filter((key) => key !== '' && !lists.has(key)));
  const left = context.filter((each) => !gone.has(each) && !keys.has(keyOf(each)));
  return [...new Set([...left, ...state.filter((each) => !each.startsWith('not '))])];
}

const NO_LISTS: ReadonlySet<string> = new Set();
const listsOf = new WeakMap<ActionModel, ReadonlySet<string>>();

/** Keys observed with two values at once, as in “done: a” beside “done: b”. */
export function listKeys(model: ActionModel): ReadonlySet<string> {
  const known = listsOf.get(model);
  if (known !== undefined) return known;
  const keys = model.conditions.map(keyOf);
  const lists = new Set(
    model.sightings.flatMap(([held]) => {
      const present = held.map((at) => keys[at] ?? '').filter((key) => key !== '');
      return present.filter((key, at) => present.indexOf(key) < at);
    }),
  );
  listsOf.set(model, lists);
  return lists;
}

function keyOf(text: string): string {
  return /^([^:]{1,60}):/u.exec(text)?.[1] ?? '';
}
