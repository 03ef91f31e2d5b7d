import { z } from 'zod';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { StrategyLevel } from '@mneme/core/domain/learned/strategy.js';
import { showStrategy } from './strategy-record.js';
import { groundAll, weighGrounded } from './choose-strategy.js';
import { type StrategyAnswer, TaskInput } from './strategy-answers.js';
import { precedentsOf, waysOf } from '@mneme/core/modules/evidence/index.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { pageInput } from '@mneme/core/domain/page.js';
import {
  pageOf,
  rankedPageOf,
  rankedItemsNeeded,
  parsePageRequest,
} from '@mneme/core/bank/pages.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

const Words = textUpTo(4_000);

export const StrategyQuery = z.strictObject({
  task: Words.optional().describe(
    'What is to be done, in words. Default: all strategies are listed.',
  ),
  domain: textUpTo(100).optional().describe('Only of this field, and those that hold everywhere.'),
  level: StrategyLevel.optional().describe('Only of this level.'),
  ...TaskInput.pick({ about: true, context: true, difficulty: true }).shape,
  facts: TaskInput.shape.facts.describe(
    'What holds beside what is recalled; a strategy whose conditions this violates is left out.',
  ),
  ...pageInput('At most so many.', 50, 200),
  limit: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('At most so many. Default: 1 for a task, 50 for a list.'),
});
export type StrategyQuery = z.input<typeof StrategyQuery>;

/** Minimum probability of related lines where how-tos are known. */
const MIN_RELATED_PROBABILITY = 0.25;
/** Higher than for facts, as procedures are described in more places. */
const MAX_TOLD = 8;
const MAX_LEFT_OUT = 10;

/**
 * The strategies for a task, best first: those that the facts allow, by results in similar tasks, competence, and
 * predicted effects of their actions; without a task, all in order of creation.
 */
export async function findStrategies(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<StrategyAnswer> {
  const asked = parseInput(StrategyQuery, raw, 'strategies');
  const { task, level, limit = task === undefined ? 50 : 1 } = asked;
  const walk = parsePageRequest('strategies', bank.name, { ...asked, limit });
  const all = (await bank.learned.current()).all('strategy');
  const ofLevel = (each: { readonly level: StrategyLevel }): boolean =>
    level === undefined || each.level === level;
  if (task === undefined) {
    const { domain } = asked;
    const listed = all.filter(
      ({ body }) =>
        (domain === undefined || body.domain === domain || body.domain === 'general') &&
        ofLevel(body),
    );
    const { page, next } = pageOf(listed, walk, ({ createdAt, id }) => [createdAt, id]);
    return {
      strategies: page.map((record) => ({
        ...showStrategy({ record, conditions: [] }, null),
        grounds: null,
      })),
      ...{ leftOut: [], facts: [], preferences: [], competence: null, told: null },
      ways: walk.from === null ? [...(await waysOf(undefined, bank))] : [],
      ...{ total: all.length, next },
    };
  }
  const given = { ...asked, task };
  const { strategies, ...grounded } = await groundAll(given, bank, parts);
  const choice = weighGrounded(
    given,
    { ...grounded, strategies: strategies.filter(ofLevel) },
    bank,
    parts,
    rankedItemsNeeded(walk),
  );
  const { page, next } = rankedPageOf(choice.strategies, walk, ({ id }) => id);
  return {
    strategies: page.map(
      ({ restsOn, particulars, here, worth, competence, foretold, ...shown }) => ({
        ...shown,
        grounds: { restsOn, particulars, here, worth, competence, foretold },
      }),
    ),
    leftOut: choice.leftOut.slice(0, MAX_LEFT_OUT),
    ...{ facts: choice.facts, preferences: choice.preferences, competence: choice.estimate },
    ...(await toldWays(task, bank)),
    ...{ total: all.length, next },
  };
}

/** How-tos that people described, and related statements. */
async function toldWays(
  task: string,
  bank: OpenBank,
): Promise<Pick<StrategyAnswer, 'told' | 'ways'>> {
  const ways = await waysOf(task, bank);
  const told = await precedentsOf(task, bank, MAX_TOLD);
  if (ways.length === 0) return { told, ways: [] };
  const ids = new Set(ways.map(({ id }) => id));
  const bears = ({ id, probability }: (typeof told.lines)[number]): boolean =>
    !ids.has(id) && (probability === null || probability >= MIN_RELATED_PROBABILITY);
  return { told: { ...told, lines: told.lines.filter(bears) }, ways: [...ways] };
}
