import { z } from 'zod';
import { type ActionModel, Outlook, TransitionPattern } from '@mneme/core/domain/world-model.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { checkConditions, type GivenFact } from '@mneme/core/language/strategy-wording.js';
import {
  distance,
  hingesOf,
  mixtureOf,
  patternOf,
  readLeaf,
  type Chances,
  type Holding,
  type LeafOutlook,
} from './outlook.js';
import { plainWords } from './see.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';

/** The sources of a simulation's uncertainty, each with its amount, 0..1. */
export const UNCERTAINTIES = [
  'unknown action',
  'never seen',
  'few observations',
  'the world varies',
  'facts unsure',
  'conditions unknown',
  'rules changed lately',
  'earlier steps',
] as const;
export type Uncertainty = (typeof UNCERTAINTIES)[number];
export const Uncertainties = z.array(
  z.strictObject({ source: z.enum(UNCERTAINTIES), share: z.number() }),
);

const hangsOnShape = z.strictObject({
  /** A condition that neither the context nor a fact determines. */
  condition: z.string(),
  /** The likeliest outcome if it holds, and if it does not. */
  met: Outlook,
  unmet: Outlook,
});
export interface OpenCondition extends Of<typeof hangsOnShape> {}
export const OpenCondition: SchemaOf<OpenCondition, typeof hangsOnShape> = hangsOnShape;

const simulatedStepShape = z.strictObject({
  action: z.string(),
  domain: z.string(),
  /** Predicted state; empty if unknown. */
  state: z.array(z.string()),
  /** 0..1: probability of that state. */
  confidence: Share,
  alternatives: z.array(Outlook),
  uncertainty: Uncertainties,
  pattern: TransitionPattern.nullable(),
  /** Texts of the facts it relies on. */
  facts: z.array(z.string()),
  /**
   * Unknown conditions that would change the outcome, most informative first; the prediction is a mixture over them.
   */
  dependsOn: z.array(OpenCondition),
});
export interface SimulatedStep extends Of<typeof simulatedStepShape> {}
export const SimulatedStep: SchemaOf<SimulatedStep, typeof simulatedStepShape> = simulatedStepShape;

/** At this many observations, half of the uncertainty from sparse data remains. */
const FEW = 5;
const LATELY = 12;
/** Below this confidence, facts are a source of uncertainty. */
const SURE_FACT = 0.8;

/**
 * Predicts the effect of an action in a context: the likeliest state, its probability, alternatives, and the sources
 * of uncertainty. Unknown conditions give a mixture; “not x” in the context says that x does not hold.
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
    dependsOn: [],
  };
  if (model === undefined) return unknown;
  const held = new Set(plainWords(context));
  const reading = readFacts(model, held, facts, stemmer);
  const told = createTold(model, held, reading);
  if (model.sightings.length === 0) return fromStated(model, unknown, told);
  const holding: Holding = (condition) => told(model.conditions[condition] ?? '');
  const mixed = mixtureOf(model, holding);
  const outlook = outlookOf(model, mixed);
  if (outlook === null) return unknown;
  const ranked = mixed.isLeaf ? rank(mixed.chances) : latestFirst(rank(mixed.chances), model);
  const support = mixed.leaf.path.flatMap(
    ({ condition }) => reading.get(model.conditions[condition] ?? '') ?? [],
  );
  const sureness =
    support.length === 0
      ? 1
      : support.reduce((sum, { confidence }) => sum + confidence, 0) / support.length;
  const [[likeliest, chance] = [outlook.outcome, outlook.reliability], ...others] = ranked;
  const hinges = hingesOf(model, holding);
  const atStake = hinges.map(({ met, unmet }) => distance(met.chances, unmet.chances));
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
      ['conditions unknown', Math.max(0, ...atStake)],
      ['rules changed lately', model.changes > 0 && model.sightings.length < LATELY ? 0.5 : 0],
    ]),
    pattern: patternOf(model, mixed.leaf, outlook),
    facts: support.map(({ fact }) => fact),
    dependsOn: hinges.map(({ condition, met, unmet }) => ({
      condition: model.conditions[condition] ?? '',
      met: likeliestOf(model, met),
      unmet: likeliestOf(model, unmet),
    })),
  };
}

/** Outcomes by number with their probabilities, likeliest first. */
function rank(chances: readonly number[]): (readonly [outcome: number, chance: number])[] {
  return chances
    .map((chance, outcome) => [outcome, chance] as const)
    .filter(([, chance]) => chance > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** Probabilities within this distance count as equal. */
const TIE = 0.02;

/** Of outcomes tied with the likeliest, the most recent goes first. */
function latestFirst(ranked: ReturnType<typeof rank>, { sightings }: ActionModel): typeof ranked {
  const [, most = 0] = ranked[0] ?? [];
  const tied = new Set(
    ranked.flatMap(([outcome, chance]) => (most - chance <= TIE ? [outcome] : [])),
  );
  const last = sightings.findLast(([, outcome]) => tied.has(outcome))?.[1];
  return ranked.toSorted(([a], [b]) => Number(b === last) - Number(a === last));
}

function likeliestOf(model: ActionModel, { chances }: Chances): Outlook {
  const [[outcome, probability] = [-1, 0]] = rank(chances);
  return { state: model.outcomes[outcome] ?? [], probability };
}

/** For a leaf, from its latest observations; where a condition is unknown, from the mixture. */
function outlookOf(model: ActionModel, { leaf, chances, isLeaf }: Chances): LeafOutlook | null {
  const read = readLeaf(model.sightings, leaf.places);
  const [main, ...others] = latestFirst(rank(chances), model);
  if (isLeaf || read === null || main === undefined) return read;
  const [outcome, reliability] = main;
  return {
    outcome,
    reliability,
    hits: leaf.places.filter((at) => model.sightings[at]?.[1] === outcome).length,
    sampleSize: leaf.places.length,
    others: others.map(([other, probability]) => ({ outcome: other, probability })),
  };
}

/** Whether a condition holds according to the context or a fact; undefined if unknown. */
type Told = (condition: string) => boolean | undefined;

function createTold(
  model: ActionModel,
  held: ReadonlySet<string>,
  reading: ReadonlyMap<string, FactReading>,
): Told {
  const lists = listKeys(model);
  const keys = new Set([...held].map(keyOf).filter((key) => key !== '' && !lists.has(key)));
  return (condition) => {
    if (held.has(condition)) return true;
    if (held.has(`not ${condition}`)) return false;
    const read = reading.get(condition);
    if (read !== undefined) return read.holds;
    // A key has one value: “weather: sun” denies “weather: rain”.
    return keys.has(keyOf(condition)) ? false : undefined;
  };
}

/** The prediction of a stated rule, better than none; the applicable one with the most conditions is used. */
function fromStated(model: ActionModel, unknown: SimulatedStep, told: Told): SimulatedStep {
  const holds = (condition: string): boolean | undefined => {
    if (!condition.startsWith('not ')) return told(condition);
    const met = told(condition.slice(4));
    return met === undefined ? undefined : !met;
  };
  const fitting = model.stated
    .filter(({ preconditions }) => preconditions.every((each) => holds(each) === true))
    .sort((a, b) => b.preconditions.length - a.preconditions.length);
  const [rule] = fitting;
  if (rule === undefined) return { ...unknown, dependsOn: statedHinges(model, holds) };
  const others = fitting
    .slice(1)
    .filter((each) => each.postconditions.join() !== rule.postconditions.join());
  return {
    ...unknown,
    state: rule.postconditions,
    confidence: STATED,
    alternatives: others.map(({ postconditions }) => ({
      state: postconditions,
      probability: STATED / others.length,
    })),
    uncertainty: [{ source: 'never seen', share: STATED }],
    pattern: {
      domain: model.domain,
      action: model.action,
      preconditions: rule.preconditions,
      postconditions: rule.postconditions,
      reliability: STATED,
      sampleSize: 0,
      interval: [0, 1],
      alternatives: [],
      source: rule.source,
    },
  };
}

/** Probability assigned to the effect of a rule that was stated and never observed. */
const STATED = 0.5;
const NOTHING: Outlook = { state: [], probability: 0 };

/** Conditions that alone prevent a stated rule from applying, with the rules' effects in either case. */
function statedHinges(
  { stated }: ActionModel,
  holds: (condition: string) => boolean | undefined,
): OpenCondition[] {
  const hinges = new Map<string, { met: Outlook; unmet: Outlook }>();
  for (const { preconditions, postconditions } of stated) {
    const [open, ...more] = preconditions.filter((each) => holds(each) !== true);
    if (open === undefined || more.length > 0 || holds(open) === false) continue;
    const isNot = open.startsWith('not ');
    const condition = isNot ? open.slice(4) : open;
    hinges.set(condition, {
      ...(hinges.get(condition) ?? { met: NOTHING, unmet: NOTHING }),
      [isNot ? 'unmet' : 'met']: { state: postconditions, probability: STATED },
    });
  }
  return [...hinges].map(([condition, outlooks]) => ({ condition, ...outlooks }));
}

interface FactReading {
  readonly holds: boolean;
  readonly confidence: number;
  readonly fact: string;
}

/** Derives conditions that the context leaves open from facts. */
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

/** Keys observed with two values at once, as in “done: a” and “done: b”. */
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
