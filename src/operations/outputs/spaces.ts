import { z } from 'zod';
import { SPACES } from '../../domain/space.js';
import { AlignmentLevelName, GoalOutput, LifecycleOutput } from './goals.js';
import { MemoryOutput, Share } from './memory.js';

const Space = z.enum(SPACES);

export const ExplanationOutput = z.strictObject({
  memory: MemoryOutput,
  northStar: GoalOutput.nullable(),
  rows: z.array(
    z.strictObject({
      space: Space,
      present: z.boolean(),
      alignment: Share.nullable(),
      novelty: Share.nullable(),
      coherence: Share.nullable(),
      johari: z.enum(['open', 'blind', 'hidden', 'unknown']).nullable(),
      johariConfidence: Share.nullable(),
      dimensions: z.number().nullable(),
      kept: z.enum(['stored', 'computed', 'derived']).nullable(),
      serves: z.string().nullable(),
    }),
  ),
  purposeVector: z.array(z.number().nullable()),
  northStarAlignment: Share.nullable(),
  level: AlignmentLevelName.nullable(),
  dominantSpace: Space.nullable(),
  coherence: Share.nullable(),
  learning: z
    .strictObject({
      score: z.number(),
      literal: z.number(),
      affect: z.number(),
      phase: z.strictObject({
        agreement: Share,
        phi: z.number(),
        state: z.enum(['coherent', 'partial', 'fragmented']),
      }),
      lifecycle: LifecycleOutput,
    })
    .nullable(),
  notices: z.array(z.string()),
});

export const ComparisonOutput = z.strictObject({
  a: MemoryOutput,
  b: MemoryOutput,
  spaces: z.array(
    z.strictObject({
      space: Space,
      serves: z.string().nullable(),
      present: z.strictObject({ a: z.boolean(), b: z.boolean() }),
      likeness: z.number().nullable(),
    }),
  ),
});

export const SpaceMatchesOutput = z.strictObject({
  profile: z.string().nullable(),
  weights: z.partialRecord(Space, z.number()),
  results: z.array(
    z.strictObject({
      memory: MemoryOutput,
      score: z.number(),
      spaces: z.partialRecord(
        Space,
        z.strictObject({ similarity: z.number(), rank: z.number().nullable() }),
      ),
    }),
  ),
  notices: z.array(z.string()),
});
