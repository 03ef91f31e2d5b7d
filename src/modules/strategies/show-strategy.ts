import { z } from 'zod';
import { withMore } from '../../domain/counts.js';
import { MnemeError } from '../../domain/errors.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { LearnedId } from '../../domain/ids.js';
import { avoidedBy, stepsOf, successRate } from '../../domain/learned/strategy.js';
import type { OpenBank } from '../../bank/core.js';
import { revised } from '../../bank/learned/revise.js';
import { strategyLine } from './learn.js';
import { promiseOf, type RankedStrategy } from './rank-strategies.js';
import type { ShownStrategy } from './strategy-answers.js';

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
