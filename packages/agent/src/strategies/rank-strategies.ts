import type { StrategyMatch } from '@mneme/core/bank/learned/learned-state.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import type { ProceduralRow } from '@mneme/core/domain/layers.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import {
  avoidedBy,
  stepsOf,
  type Strategy,
  SUBSUMED_WEIGHT,
  successRate,
} from '@mneme/core/domain/learned/strategy.js';
import { actionPhrase, capital } from '@mneme/core/language/action-words.js';
import {
  checkConditions,
  type ConditionCheck,
  type GivenFact,
} from '@mneme/core/language/conditions.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { strategiesOn } from '@mneme/core/modules/evidence/index.js';

/** A strategy for a task, with the evidence for it. */
export interface RankedStrategy {
  readonly record: LearnedRecord<'strategy'>;
  readonly relevance: number;
  /** 0..1: how likely it is to work, from its use and from the runs it was learned from. */
  readonly promise: number;
  readonly score: number;
  readonly conditions: readonly ConditionCheck[];
}

/** Weight of an abstract strategy relative to those it subsumes. */
const ABSTRACT_WEIGHT = 1.2;
/** Factor for each unknown condition. */
const UNKNOWN_WEIGHT = 0.9;
/** The runs it was learned from weigh at most as much as this many applications. */
const MAX_LEARNED = 10;

/** How likely a strategy is to work: the mean of a Beta posterior, with a prior from the runs it was learned from. */
export function promiseOf({ applications, successes, support, fromSuccess }: Strategy): number {
  // The runs behind a warning support heeding it.
  const share = (support.for + 1) / (support.for + support.against + 2);
  const strength = Math.min(MAX_LEARNED, support.for + support.against) / (fromSuccess ? 1 : 2) + 2;
  return (strength * share + successes) / (strength + applications);
}

/** Ranks by relevance, expected success and level; strategies with violated conditions are separate. */
export function rankStrategies(
  matches: readonly StrategyMatch[],
  facts: readonly GivenFact[],
  stemmer: Stemmer,
): { readonly ranked: RankedStrategy[]; readonly ruledOut: RankedStrategy[] } {
  const all = matches.map(({ record, relevance }): RankedStrategy => {
    const { body } = record;
    const conditions = checkConditions(body.preconditions, facts, stemmer);
    const promise = promiseOf(body);
    const unknown = conditions.filter(({ state }) => state === 'unknown').length;
    const level =
      body.subsumedBy !== null ? SUBSUMED_WEIGHT : body.subsumes.length > 0 ? ABSTRACT_WEIGHT : 1;
    return {
      record,
      relevance,
      promise,
      conditions,
      score:
        relevance * (0.5 + promise / 2) * (body.priority ?? 1) * level * UNKNOWN_WEIGHT ** unknown,
    };
  });
  const violated = ({ conditions }: RankedStrategy): boolean =>
    conditions.some(({ state }) => state === 'violated');
  const order = (a: RankedStrategy, b: RankedStrategy): number =>
    b.score - a.score || (a.record.id < b.record.id ? -1 : 1);
  return {
    ranked: all.filter((each) => !violated(each)).sort(order),
    ruledOut: all.filter(violated).sort(order),
  };
}

/** Minimum relevance to the task for the procedural layer. */
const MIN_RELEVANT = 0.2;

/** Learned strategies for recall's procedural layer, best first. */
export async function proceduresFor(
  task: string,
  limit: number,
  bank: OpenBank,
  { stemmer }: Pick<EngineParts, 'stemmer'>,
): Promise<readonly ProceduralRow[]> {
  const matches = (await strategiesOn(task, undefined, bank)).filter(
    ({ relevance }) => relevance >= MIN_RELEVANT,
  );
  return rankStrategies(matches, [], stemmer)
    .ranked.slice(0, limit)
    .map(({ record: { id, body }, score, promise }) => ({
      id,
      name: body.title,
      category: body.domain,
      template: body.content,
      steps: stepsOf(body).map((action) => capital(actionPhrase(action))),
      avoids: avoidedBy(body).map((action) => `Do not ${actionPhrase(action)}`),
      successRate: successRate(body),
      probability: null,
      why: { score, confidence: promise },
    }));
}
