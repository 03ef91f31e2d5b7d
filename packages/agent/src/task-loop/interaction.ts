import { z } from 'zod';
import { Difficulty } from '@mneme/core/domain/learned/competence.js';
import { TrajectoryInput } from '@mneme/core/domain/learned/trajectory.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { Chance, Words } from '@mneme/core/bank/learned/sightings.js';
import { SettleInput } from '../world-model/index.js';
import { FIRST_CONFIDENCE } from '../reflect/index.js';
import { PatternInput, StrategyId } from '../strategies/index.js';
import { numberWithin, textUpTo, flag } from '@mneme/core/domain/schema.js';

const INTERACTION_STATUSES = ['success', 'partial_success', 'failure', 'unknown'] as const;
const Amount = z.number().min(0, 'must not be below 0').max(1e12);

export const InteractionInput = z.strictObject({
  query: textUpTo(1_000).describe('What was asked for.'),
  status: z.enum(INTERACTION_STATUSES).describe('How it ended. A partial success counts as one.'),
  failureReason: Words.optional().describe('Why it failed, in few words.'),
  entities: z.array(Words).max(20).default([]).describe('Whom and what it was about.'),
  preferences: z
    .array(
      z.strictObject({
        topic: Words.describe('What it is about.'),
        statement: textUpTo(1_000).describe('What was shown to be liked.'),
        confirms: flag('Whether it agrees with what is held.', true),
        confidence: Chance.default(FIRST_CONFIDENCE),
      }),
    )
    .max(20)
    .default([])
    .describe('Preferences that showed: {"topic", "statement", "confirms"}.'),
  pattern: PatternInput.optional().describe(
    'What it showed of the world; a fact from a confidence above 0.9 on.',
  ),
  strategy: StrategyId.optional().describe('The strategy that was used.'),
  capability: Words.optional().describe('What it took, as in "sql queries".'),
  domain: textUpTo(100)
    .optional()
    .describe('The field. Default: that of the strategy, else general.'),
  difficulty: Difficulty.optional().describe('How hard it was.'),
  predicted: Chance.optional().describe('The chance of success that was told before, 0 to 1.'),
  steps: Amount.optional().describe('Steps it took.'),
  tokens: Amount.optional().describe('Tokens it took.'),
  seconds: Amount.optional().describe('Seconds it took.'),
  predictions: z
    .array(SettleInput)
    .max(50)
    .default([])
    .describe(
      'Predictions that were made: {"id", "state"} or {"id", "came"}. Default of came: whether it succeeded.',
    ),
  trajectory: TrajectoryInput.omit({ outcome: true, query: true })
    .extend({ outcome: TrajectoryInput.shape.outcome.optional() })
    .optional()
    .describe('The run: {"steps"}; its outcome is that of the interaction.'),
  goal: z
    .strictObject({
      id: GoalId,
      progress: numberWithin(-1, 1).describe('How much further it is.'),
    })
    .optional()
    .describe('The goal it served: {"id", "progress"}.'),
});
export type InteractionInput = z.input<typeof InteractionInput>;
