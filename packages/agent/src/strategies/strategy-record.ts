import { z } from 'zod';
import { strategyLine } from './learn.js';
import { ShownStrategy } from './strategy-answers.js';
import { draftOutcome, holdOpinion } from '../world-model/index.js';
import type {
  OpenBank as AnyOpenBank,
  EngineParts,
  FlowParts,
  OpenBank,
} from '@mneme/core/bank/core.js';
import type { StrategyMatch } from '@mneme/core/bank/learned/learned-state.js';
import { Draft, nextVersion, reviseAndRemember } from '@mneme/core/bank/learned/revise.js';
import { Chance } from '@mneme/core/bank/learned/sightings.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { ProceduralRow } from '@mneme/core/domain/layers.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import { type Of, type SchemaOf, textUpTo } from '@mneme/core/domain/schema.js';
import {
  avoidedBy,
  stepsOf,
  type Strategy,
  SUBSUMED_WEIGHT,
  successRate,
} from '@mneme/core/domain/strategy.js';
import { withMore } from '@mneme/core/domain/world-model.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import {
  actionPhrase,
  capital,
  checkConditions,
  type ConditionCheck,
  type GivenFact,
} from '@mneme/core/language/strategy-wording.js';
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
function promiseOf({ applications, successes, support, fromSuccess }: Strategy): number {
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
  bank: AnyOpenBank,
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

export function showStrategy(
  { record, conditions }: Pick<RankedStrategy, 'record' | 'conditions'>,
  score: number | null,
): ShownStrategy {
  const {
    preconditions,
    risk,
    applications,
    successes,
    support,
    failureModes,
    priority = 1,
    subsumedBy,
    subsumes,
  } = record.body;
  return {
    ...strategyLine(record),
    preconditions,
    risk,
    actions: [...stepsOf(record.body)],
    avoids: [...avoidedBy(record.body)],
    applications,
    successes,
    successRate: successRate(record.body),
    promise: promiseOf(record.body),
    support,
    failureModes,
    priority,
    subsumedBy,
    subsumes,
    score,
    conditions: conditions.map(({ condition, state }) => ({ condition, state })),
  };
}

export const StrategyId = z
  .string()
  .regex(/^s_[0-9a-z]{13}$/, 'expected a strategy id such as s_01h5k0c2x9w7a')
  .brand<'LearnedId'>();

export function countUse(
  record: LearnedRecord<'strategy'>,
  {
    success,
    failureMode,
  }: { readonly success: boolean; readonly failureMode?: string | undefined },
  at: number,
): LearnedRecord<'strategy'> {
  const { applications, successes, failureModes } = record.body;
  const modes =
    failureMode === undefined || success ? failureModes : withMore(failureModes, failureMode);
  return nextVersion(
    record,
    {
      ...record.body,
      applications: applications + 1,
      successes: successes + Number(success),
      failureModes: modes,
      lastUsedAt: at,
    },
    at,
  );
}

export async function strategyOf(
  id: LearnedId,
  bank: OpenBank,
): Promise<LearnedRecord<'strategy'>> {
  const found = (await bank.learned.current()).get('strategy', id);
  if (found !== undefined) return found;
  throw new MnemeError('not_found', `There is no strategy ${id}.`, {
    field: 'id',
    value: id,
    hint: 'List them with `mneme strategies`.',
  });
}

export const PatternInput = z.strictObject({
  text: z
    .string()
    .trim()
    .min(3, 'at least 3 characters')
    .max(2_000)
    .describe('What shows to be so, as a sentence.'),
  confidence: Chance.default(0.7).describe('How sure that is, 0 to 1.'),
});

export const UseInput = z.strictObject({
  id: StrategyId.describe('The strategy, as in s_01h5k0c2x9w7a.'),
  task: textUpTo(1_000).optional().describe('What it was used for; kept as an experience.'),
  success: z.boolean().describe('Whether it worked.'),
  failureMode: textUpTo(300).optional().describe('How it failed, in few words.'),
  pattern: PatternInput.optional().describe(
    'What using it showed of the world: {"text", "confidence"}.',
  ),
});
export type UseInput = z.input<typeof UseInput>;

const useReceiptShape = z.strictObject({
  strategy: ShownStrategy,
  /** Null where no task was named. */
  experience: MemoryId.nullable(),
  /** The fact that the use showed; null without one. */
  fact: MemoryId.nullable(),
  sequence: z.number(),
});
export interface UseReceipt extends Of<typeof useReceiptShape> {}
export const UseReceipt: SchemaOf<UseReceipt, typeof useReceiptShape> = useReceiptShape;

/** The belief about a strategy that failed at a task. */
function unreliableText(title: string, task: string): string {
  return `The strategy “${title}” is unreliable for: ${task.slice(0, 200)}.`;
}

/**
 * Counts a use of a strategy. With a task, stores the result as an experience, and a failure as a belief, which
 * further failures strengthen and successes weaken; all in one change with its statistics. Throws `not_found`.
 */
export function recordUse(raw: unknown, bank: OpenBank, parts: FlowParts): Promise<UseReceipt> {
  const { id, task, success, failureMode, pattern } = parseInput(UseInput, raw, 'use');
  return reviseAndRemember(bank, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const next = draft.put(countUse(await strategyOf(id, bank), { success, failureMode }, at));
    const { title } = next.body;
    const experience =
      task === undefined
        ? null
        : draftOutcome(draft, {
            what: `Used the strategy “${title}” for: ${task}`,
            ...{ task, success, strategy: id, failureMode },
          });
    const fact =
      pattern === undefined
        ? null
        : draft.tell({
            content: pattern.text,
            kind: 'fact',
            confidence: pattern.confidence,
            source: 'agent',
            tags: ['pattern'],
          });
    if (task !== undefined)
      await holdOpinion(unreliableText(title, task), !success, draft, bank, parts, {
        strategy: id,
      });
    return draft.decision(
      'learn',
      `“${title}” ${success ? 'worked' : 'did not work'}`,
      (sequence, told) => ({
        strategy: showStrategy({ record: next, conditions: [] }, null),
        experience: experience === null ? null : (told[experience]?.id ?? null),
        fact: fact === null ? null : (told[fact]?.id ?? null),
        sequence,
      }),
    );
  });
}
