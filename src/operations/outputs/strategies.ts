import { z } from 'zod';
import { Risk, STRATEGY_LEVELS } from '../../domain/learned/strategy.js';
import { CONDITION_STATES } from '../../domain/learned/conditions.js';
import { LearnedId } from '../../domain/ids.js';
import { Share } from './memory.js';

const Line = {
  id: LearnedId,
  title: z.string(),
  description: z.string(),
  content: z.string(),
  domain: z.string(),
  level: z.enum(STRATEGY_LEVELS),
  fromSuccess: z.boolean(),
};

export const StrategyOutput = z.strictObject({
  ...Line,
  preconditions: z.array(z.string()),
  risk: Risk,
  actions: z.array(z.string()),
  applications: z.number(),
  successes: z.number(),
  successRate: Share.nullable(),
  promise: Share,
  support: z.strictObject({ for: z.number(), against: z.number() }),
  failureModes: z.record(z.string(), z.number()),
  priority: Share,
  subsumedBy: LearnedId.nullable(),
  subsumes: z.array(LearnedId),
  score: z.number().nullable(),
  conditions: z.array(z.strictObject({ condition: z.string(), state: z.enum(CONDITION_STATES) })),
});

export const LearnOutput = z.strictObject({
  learned: z.number(),
  known: z.number(),
  successes: z.number(),
  failures: z.number(),
  strategies: z.array(z.strictObject(Line)),
  added: z.number(),
  changed: z.number(),
  dropped: z.number(),
  notices: z.array(z.string()),
  sequence: z.number(),
});

export const StrategiesOutput = z.strictObject({
  strategies: z.array(StrategyOutput),
  ruledOut: z.array(StrategyOutput),
  total: z.number(),
});
export const StrategyOutcomeOutput = z.strictObject({
  strategy: StrategyOutput,
  sequence: z.number(),
});
export const CompressOutput = z.strictObject({
  before: z.number(),
  after: z.number(),
  clusters: z.array(
    z.strictObject({
      id: LearnedId,
      title: z.string(),
      level: z.enum(STRATEGY_LEVELS),
      subsumes: z.array(LearnedId),
      cohesion: z.number(),
    }),
  ),
  sequence: z.number(),
});
