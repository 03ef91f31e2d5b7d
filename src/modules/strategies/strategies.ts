import { z } from 'zod';
import { withMore } from '../../domain/counts.js';
import { MnemeError } from '../../domain/errors.js';
import { parseInput } from '../../domain/parse-input.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { LearnedId } from '../../domain/ids.js';
import {
  avoidedBy,
  stepsOf,
  StrategyLevel,
  successRate,
  type Strategy,
} from '../../domain/learned/strategy.js';
import { abstractOf, clusterStrategies, COMPRESS_DEFAULTS } from './compress-strategies.js';
import { promiseOf, rankStrategies, type RankedStrategy } from './rank-strategies.js';
import { BankPrivacy } from '../../safety/bank-privacy.js';
import { precedentsOf } from '../told/index.js';
import { FactInput } from '../../domain/fact-input.js';
import type { OpenBank } from '../../bank/core.js';
import { strategyLine } from './learn.js';
import {
  asLearned,
  founded,
  revise,
  revised,
  type LearningParts,
} from '../../bank/learned/revise.js';
import type {
  ShownStrategy,
  StrategyAnswer,
  StrategyOutcomeReceipt,
  CompressReport,
} from './strategy-answers.js';
import { pageInput } from '../../domain/page.js';
import { pageOf, rankedPageOf, startWalk } from '../../bank/pages.js';

const Words = z.string().trim().min(1, 'must not be empty').max(4_000);

export const StrategyQuery = z.strictObject({
  task: Words.optional().describe(
    'What is to be done, in words. Default: all strategies are listed.',
  ),
  domain: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Only of this field, and those that hold everywhere.'),
  level: StrategyLevel.optional().describe('Only of this level.'),
  facts: z
    .array(FactInput)
    .max(200)
    .optional()
    .describe('What holds; a strategy whose conditions these facts violate is ruled out.'),
  ...pageInput('At most so many.', 50, 200),
  limit: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('At most so many. Default: 1 for a task, 50 for a list.'),
});
export type StrategyQuery = z.input<typeof StrategyQuery>;

/** Procedures are described in more places than facts are. */
const MAX_TOLD = 8;

/** The strategies for a task, best first; without a task, all of them in order of creation. */
export async function findStrategies(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<StrategyAnswer> {
  const asked = parseInput(StrategyQuery, raw, 'strategies');
  const { task, domain, level, facts = [], limit = task === undefined ? 50 : 1 } = asked;
  const walk = startWalk('strategies', bank.name, { ...asked, limit });
  const book = await bank.learned.current();
  const accepts = ({ body }: LearnedRecord<'strategy'>): boolean =>
    (domain === undefined || body.domain === domain || body.domain === 'general') &&
    (level === undefined || body.level === level);
  const total = book.all('strategy').length;
  if (task === undefined) {
    const listed = book.all('strategy').filter(accepts);
    const { page, next } = pageOf(listed, walk, ({ createdAt, id }) => [createdAt, id]);
    return {
      strategies: page.map((record) => showStrategy({ record, conditions: [] }, null)),
      ruledOut: [],
      told: null,
      total,
      next,
    };
  }
  const given = facts.map((fact) =>
    typeof fact === 'string' ? { text: fact, confidence: 1 } : fact,
  );
  const { ranked, ruledOut } = rankStrategies(
    bank.learned.strategies.find(task, accepts),
    given,
    parts.stemmer,
  );
  const { page, next } = rankedPageOf(ranked, walk, ({ record }) => record.id);
  return {
    strategies: page.map((each) => showStrategy(each, each.score)),
    ruledOut: ruledOut.slice(0, 10).map((each) => showStrategy(each, each.score)),
    told: await precedentsOf(task, bank, MAX_TOLD),
    total,
    next,
  };
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

export const StrategyOutcomeInput = z.strictObject({
  id: StrategyId.describe('The strategy, as in s_01h5k0c2x9w7a.'),
  success: z.boolean().describe('Whether it worked.'),
  failureMode: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe('How it failed, in few words.'),
});
export type StrategyOutcomeInput = z.input<typeof StrategyOutcomeInput>;

/** Counts one use of a strategy, and of those that it subsumes or that subsume it. Throws `not_found`. */
export async function noteOutcome(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<StrategyOutcomeReceipt> {
  const given = parseInput(StrategyOutcomeInput, raw, 'outcome');
  const { value: failureMode } = await (
    await BankPrivacy.of(bank.name, parts)
  ).clean(given.failureMode);
  const input = { ...given, failureMode };
  return revise(bank.name, parts, async (at) => {
    const next = countUse(await strategyOf(input.id, bank), input, at);
    return {
      put: { learned: asLearned([next]) },
      verb: 'learn',
      reason: `“${next.body.title}” ${input.success ? 'worked' : 'did not work'}`,
      answer: (sequence) => ({
        strategy: showStrategy({ record: next, conditions: [] }, null),
        sequence,
      }),
    };
  });
}

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
  return revised(
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

export const CompressInput = z.strictObject({
  least: z
    .int()
    .min(2)
    .max(50)
    .default(COMPRESS_DEFAULTS.least)
    .describe('Strategies a cluster has at least.'),
  distance: z
    .number()
    .gt(0)
    .max(1)
    .default(COMPRESS_DEFAULTS.distance)
    .describe('Cosine distance at which two count as near, 0 to 1.'),
  cohesion: z
    .number()
    .min(0)
    .max(1)
    .default(COMPRESS_DEFAULTS.cohesion)
    .describe('Mean likeness that a cluster must have, 0 to 1.'),
});
export type CompressInput = z.input<typeof CompressInput>;

/** Only the newest are compared with each other, this many. */
const MAX_COMPARED = 1_500;

/**
 * Subsumes similar strategies under a more abstract one; they stay, with a weight of 0.3. A second run
 * changes nothing.
 */
export function compressStrategies(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<CompressReport> {
  const options = parseInput(CompressInput, raw, 'compress');
  return revise(bank.name, parts, async (at) => {
    const book = await bank.learned.current();
    const open = book.all('strategy').filter(({ body }) => body.subsumedBy === null);
    const vector = (id: LearnedId): Int8Array => bank.learned.strategies.vector(id);
    const clusters = clusterStrategies(open.slice(-MAX_COMPARED), vector, options);
    const made = clusters.map((cluster) => {
      const body: Strategy = { ...abstractOf(cluster, vector), lastUsedAt: null };
      const record = founded(
        'strategy',
        `${body.domain}|abstract|${[...body.subsumes].sort()[0] ?? ''}`,
        body,
        at,
        parts.newId,
      );
      return {
        record,
        cohesion: cluster.cohesion,
        members: cluster.members.map((member) =>
          revised(member, { ...member.body, subsumedBy: record.id }, at),
        ),
      };
    });
    return {
      put: { learned: asLearned(made.flatMap(({ record, members }) => [record, ...members])) },
      verb: 'learn',
      reason: `put ${made.reduce((sum, { members }) => sum + members.length, 0)} strategies under ${made.length}`,
      answer: (sequence) => ({
        before: open.length,
        after: open.length - made.reduce((sum, { members }) => sum + members.length - 1, 0),
        clusters: made.map(({ record, cohesion }) => ({
          id: record.id,
          title: record.body.title,
          level: record.body.level,
          subsumes: record.body.subsumes,
          cohesion,
        })),
        sequence,
      }),
    };
  });
}
