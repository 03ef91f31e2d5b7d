import { z } from 'zod';
import { GoalId } from '../ids.js';
import { BoundInput } from '../input.js';
import { Instant } from '../time.js';
import { Share, type Of, type SchemaOf, shareInput, textUpTo } from '../schema.js';

/** How urgent a goal is, 0..1. */
export const PRIORITIES = {
  critical: 1,
  high: 0.8,
  medium: 0.5,
  low: 0.3,
  background: 0.1,
} as const;
export const Priority = z.enum(['critical', 'high', 'medium', 'low', 'background']);
export type Priority = z.infer<typeof Priority>;

export const BLOCKER_KINDS = ['knowledge', 'skill', 'resource', 'other'] as const;
export const BlockerKind = z.enum(BLOCKER_KINDS);
export type BlockerKind = z.infer<typeof BlockerKind>;

const blockerShape = z.strictObject({
  what: z.string(),
  kind: z.enum(BLOCKER_KINDS),
});
export interface Blocker extends Of<typeof blockerShape> {}
export const Blocker: SchemaOf<Blocker, typeof blockerShape> = blockerShape;

const Words = textUpTo(500);

/** What brings up a goal: a moment, an event, or words that are said. */
export const TriggerInput = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('time'), at: BoundInput.describe('The moment.') }),
  z.strictObject({ on: z.literal('event'), event: Words.describe('The event, in words.') }),
  z.strictObject({ on: z.literal('mention'), words: Words.describe('The words that are said.') }),
]);
export type Trigger = Plan['triggers'][number];

const planShape = z.strictObject({
  goal: GoalId,
  priority: Priority,
  deadline: Instant.nullable(),
  successCriteria: z.array(z.string()),
  /** Goals that must be completed first. */
  dependsOn: z.array(GoalId),
  blockers: z.array(Blocker),
  triggers: z.array(
    z.discriminatedUnion('on', [
      z.strictObject({ on: z.literal('time'), at: Instant }),
      z.strictObject({ on: z.literal('event'), event: z.string() }),
      z.strictObject({ on: z.literal('mention'), words: z.string() }),
    ]),
  ),
  /** The triggers that fired, each once, with the time: `time 0`, `event 1` by their index. */
  fired: z.record(z.string(), Instant),
  /** 0..1. */
  progress: Share,
  /** When it was last worked on; absent before the first time. */
  lastWorkedAt: z.exactOptional(Instant.optional()),
  needs: z.strictObject({
    knowledge: z.array(z.string()),
    skills: z.array(z.string()),
    resources: z.array(z.string()),
  }),
});
/** How a goal is to be reached; its text and its place in the tree are in the goal itself. */
export interface Plan extends Of<typeof planShape> {}
export const Plan: SchemaOf<Plan, typeof planShape> = planShape;

export const GoalPlanInput = z.strictObject({
  id: GoalId.describe('The goal, as in g_01h5k0c2x9w7a.'),
  priority: Priority.optional().describe('How pressing it is. Default: medium.'),
  deadline: BoundInput.nullable()
    .optional()
    .describe('Until when, a day with all of it; null takes it away.'),
  successCriteria: z.array(Words).max(20).optional().describe('How one sees that it is reached.'),
  dependsOn: z.array(GoalId).max(50).optional().describe('Goals that must be completed first.'),
  blockers: z
    .array(z.strictObject({ what: Words, kind: BlockerKind.default('other') }))
    .max(50)
    .optional()
    .describe('What stands in the way.'),
  triggers: z
    .array(TriggerInput)
    .max(20)
    .optional()
    .describe(
      'What brings it to mind: {"on":"time","at":…}, {"on":"event","event":…}, {"on":"mention","words":…}.',
    ),
  needs: z
    .strictObject({
      knowledge: z.array(Words).max(50).default([]),
      skills: z.array(Words).max(50).default([]),
      resources: z.array(Words).max(50).default([]),
    })
    .optional()
    .describe('What it takes: {"knowledge": [matters to know], "skills": […], "resources": […]}.'),
  progress: shareInput().optional().describe('How far it is, 0 to 1.'),
});
export type GoalPlanInput = z.input<typeof GoalPlanInput>;
