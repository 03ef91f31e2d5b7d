import { z } from 'zod';
import { GoalLevel, GoalStatus } from '../../domain/goal.js';
import { GoalId } from '../../domain/ids.js';
import { MemoryOutput, Moment, Share } from './memory.js';
import { Reversal } from './reversal.js';

export const GoalOutput = z.strictObject({
  id: GoalId,
  description: z.string(),
  level: GoalLevel,
  parent: GoalId.nullable(),
  weight: Share,
  status: GoalStatus,
  createdAt: Moment,
  changedAt: Moment,
  retractedAt: Moment.nullable(),
  version: z.number(),
});

export const AlignmentLevelName = z.enum(['optimal', 'acceptable', 'warning', 'critical']);

export const LifecycleOutput = z.strictObject({
  stage: z.enum(['infancy', 'growth', 'maturity']),
  novelty: Share,
  coherence: Share,
});

export const GoalReceiptOutput = z.strictObject({
  goal: GoalOutput,
  changed: z.boolean(),
  sequence: z.number(),
  reversal: Reversal,
});
export const GoalListOutput = z.strictObject({
  goals: z.array(z.strictObject({ goal: GoalOutput, depth: z.number() })),
  notices: z.array(z.string()),
});
export const GoalRemovalOutput = z.strictObject({
  removed: z.array(GoalOutput),
  sequence: z.number(),
  reversal: Reversal,
});

export const PurposeOutput = z.strictObject({
  northStar: GoalOutput.nullable(),
  alignment: Share.nullable(),
  level: AlignmentLevelName.nullable(),
  composite: Share.nullable(),
  memories: z.number(),
  goals: z.array(
    z.strictObject({
      goal: GoalOutput,
      depth: z.number(),
      alignment: Share.nullable(),
      level: AlignmentLevelName.nullable(),
      toNorthStar: Share.nullable(),
      guaranteed: z.number().nullable(),
    }),
  ),
  misaligned: z.array(z.string()),
  fall: z.strictObject({ from: Share, to: Share, since: Moment, alarm: z.boolean() }).nullable(),
  history: z.array(z.strictObject({ at: Moment, alignment: Share, memories: z.number() })),
  lifecycle: LifecycleOutput,
  notices: z.array(z.string()),
});

export const PurposeMatchesOutput = z.strictObject({
  goal: GoalOutput.nullable(),
  results: z.array(
    z.strictObject({
      memory: MemoryOutput,
      alignment: Share.nullable(),
      level: AlignmentLevelName.nullable(),
      closeness: Share,
    }),
  ),
  notices: z.array(z.string()),
});
