import { z } from 'zod';
import { MemoryId } from './ids.js';
import { Source } from './memory.js';
import { Share, type Of, type SchemaOf } from './schema.js';

/**
 * How one memory rests on another: it was changed by it as evidence, reflection derived it from it, it
 * cites it, or it was written after recalling it.
 */
export const REST_KINDS = ['supports', 'derived_from', 'cites', 'recalled'] as const;
export type RestKind = (typeof REST_KINDS)[number];

/** Which circles of support to list, and whether to remove links without effect. */
export const CircleFilter = z.strictObject({
  prune: z
    .boolean()
    .default(false)
    .describe(
      'Take out the support that has no ground but what it supports, in one change that can be undone.',
    ),
  reason: z
    .string()
    .trim()
    .max(500, 'at most 500 characters')
    .default('')
    .describe('With prune: why, for the record.'),
  limit: z
    .int()
    .min(1, 'must be 1 to 500')
    .max(500, 'must be 1 to 500')
    .default(50)
    .describe('At most so many circles, the largest first; prune takes all of them.'),
});
export type CircleFilter = z.input<typeof CircleFilter>;

const circleShape = z.strictObject({
  members: z.array(
    z.strictObject({
      id: MemoryId,
      content: z.string(),
      confidence: Share,
      trust: Source,
    }),
  ),
  /** How they rest on each other, and how often. */
  by: z.partialRecord(z.enum(REST_KINDS), z.number()),
  /** Observations outside it that it rests on; without any, the circle supports only itself. */
  grounds: z.array(MemoryId),
  /** Steps of support within it that count for nothing. */
  groundless: z.number(),
});
/** Memories that support one another in a circle. */
export interface Circle extends Of<typeof circleShape> {}
export const Circle: SchemaOf<Circle, typeof circleShape> = circleShape;

const circleReportShape = z.strictObject({
  circles: z.array(Circle),
  /** The total, listed or not. */
  found: z.number(),
  /** Links removed, and memories whose confidence was reset to what it was without them. */
  pruned: z.number(),
  lowered: z.array(
    z.strictObject({
      id: MemoryId,
      before: Share,
      after: Share,
    }),
  ),
  sequence: z.number(),
});
export interface CircleReport extends Of<typeof circleReportShape> {}
export const CircleReport: SchemaOf<CircleReport, typeof circleReportShape> = circleReportShape;
