import { z } from 'zod';
import { contentTerms } from '../../language/terms.js';
import { rankStrategies, type RankedStrategy } from './rank-strategies.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { showStrategy } from './show-strategy.js';
import {
  bearing,
  factsOn,
  outcomesOn,
  preferencesOn,
  strategiesOn,
  type FoundFact,
  type PastOutcome,
  type GroundFact,
} from '../evidence/index.js';
import type { AskedTask } from './task-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { ShownStrategy, StrategyGrounds } from './strategy-answers.js';

const groundedStrategyShape = z.strictObject({
  ...ShownStrategy.shape,
  ...StrategyGrounds.pick({ restsOn: true, particulars: true, here: true }).shape,
});
/** A strategy with what the bank knows for and against it in this case. */
export interface GroundedStrategy extends Of<typeof groundedStrategyShape> {}
export const GroundedStrategy: SchemaOf<GroundedStrategy, typeof groundedStrategyShape> =
  groundedStrategyShape;

/** Strategies that the facts allow, and those with a condition that a fact violates. */
export interface GroundedStrategies {
  readonly strategies: readonly GroundedStrategy[];
  readonly ruledOut: readonly GroundedStrategy[];
  readonly facts: GroundFact[];
  /** Relevant preferences and opinions, for choosing a variant. */
  readonly preferences: GroundFact[];
}

export const MAX_FACTS = 20;
const MAX_RULED_OUT = 10;

/**
 * Facts restrict strategies and fill them in: conditions are checked against recalled facts, and results in
 * similar tasks determine the ranking. `known` are the facts, if already recalled.
 */
export async function groundAll(
  input: AskedTask,
  bank: OpenBank,
  parts: EngineParts,
  known?: readonly FoundFact[],
): Promise<GroundedStrategies> {
  const { task, about = task, context, facts: given, domain } = input;
  const facts = known ?? (await factsOn(about, MAX_FACTS, bank));
  const [matches, preferences, outcomes] = [
    await strategiesOn(task, domain, bank),
    await preferencesOn(about, bank, parts),
    await outcomesOn(task, bank, parts),
  ];
  const told = [
    ...given.map((fact) => (typeof fact === 'string' ? { text: fact, confidence: 1 } : fact)),
    ...context.map((text) => ({ text, confidence: 1 })),
  ];
  // What the caller says now takes precedence over memory: it is more certain about the present.
  const { ranked, ruledOut } = rankStrategies(matches, [...told, ...facts], parts.stemmer);
  const read = facts.map((fact) => ({
    ...fact,
    terms: contentTerms(fact.text, 'en', parts.stemmer),
  }));
  const grounded = (each: RankedStrategy): GroundedStrategy => ground(each, read, outcomes, parts);
  const strategies = ranked
    .map(grounded)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? -1 : 1));
  return {
    strategies,
    ruledOut: ruledOut.slice(0, MAX_RULED_OUT).map(grounded),
    facts: [...bearing(facts)],
    preferences: [...preferences],
  };
}

/** Cached: a strategy's words are read once, not per task. */
const wordsOf = new WeakMap<RankedStrategy['record'], ReadonlySet<string>>();

function ground(
  ranked: RankedStrategy,
  facts: readonly (GroundFact & { readonly terms: readonly string[] })[],
  outcomes: readonly PastOutcome[],
  { stemmer }: EngineParts,
): GroundedStrategy {
  const { record, conditions, score } = ranked;
  const own = outcomes.filter(({ strategy }) => strategy === record.id);
  const count = (wanted: readonly PastOutcome[]): number =>
    wanted.reduce((sum, { times }) => sum + times, 0);
  const here = { attempts: count(own), successes: count(own.filter(({ success }) => success)) };
  const restsOn = facts
    .filter(({ text }) =>
      conditions.some(({ fact, state }) => state !== 'unknown' && fact === text),
    )
    .map(({ id }) => id);
  const words =
    wordsOf.get(record) ??
    new Set(contentTerms(`${record.body.title} ${record.body.content}`, 'en', stemmer));
  wordsOf.set(record, words);
  const particulars = facts
    .filter(
      ({ id, terms }) =>
        !restsOn.includes(id) && terms.filter((term) => words.has(term)).length >= 2,
    )
    .map(({ id }) => id);
  // Laplace’s rule: 1 if untried here, up to 1.5 if it succeeded, down to 0.5 if it failed.
  return {
    ...showStrategy(ranked, score * (0.5 + (here.successes + 1) / (here.attempts + 2))),
    restsOn,
    particulars,
    here,
  };
}
