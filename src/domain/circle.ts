import { z } from 'zod';
import type { MemoryId } from './ids.js';
import type { Source } from './memory.js';

/** By what one memory rests on another: it was moved by it as evidence, reflection made it from it, it cites it, or it was written after recalling it. */
export const REST_KINDS = ['supports', 'derived_from', 'cites', 'recalled'] as const;
export type RestKind = (typeof REST_KINDS)[number];

/** Which circles of support to list, and whether to take out what counts for nothing. */
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

/** Memories that support one another in a circle. */
export interface Circle {
  readonly members: readonly {
    readonly id: MemoryId;
    readonly content: string;
    readonly confidence: number;
    readonly trust: Source;
  }[];
  /** By what they rest on each other, and how often. */
  readonly by: Readonly<Partial<Record<RestKind, number>>>;
  /** Observations outside that it rests on; where there are none, the circle holds itself up by its own hair. */
  readonly grounds: readonly MemoryId[];
  /** Steps of support within that count for nothing. */
  readonly groundless: number;
}

export interface CircleReport {
  readonly circles: readonly Circle[];
  /** All of them, listed or not. */
  readonly found: number;
  /** Links taken out, and memories whose confidence went back to what it was without them. */
  readonly pruned: number;
  readonly lowered: readonly {
    readonly id: MemoryId;
    readonly before: number;
    readonly after: number;
  }[];
  readonly sequence: number;
}
