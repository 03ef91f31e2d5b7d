import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { REASONING_TYPES } from '../../domain/reasoning.js';
import { Share } from './memory.js';
import { PathReportOutput } from './recollection.js';

const PathName = z.string();
const LOSS_STEPS = [
  'delivered',
  'forgotten',
  'not_recorded',
  'filtered',
  'not_found',
  'not_ranked',
  'fused_low',
  'ranked_low',
  'displaced',
  'repeats',
  'over_budget',
  'unsure',
] as const;
const PROFILE_FILTERS = [
  'kinds',
  'tags',
  'speaker',
  'speakers',
  'exceptSpeakers',
  'session',
  'threshold',
  'from, to',
  'exclude',
] as const;

const FeatureOutput = z.strictObject({ name: z.string(), value: z.number(), logits: z.number() });

export const WhyOutput = z.strictObject({
  query: z.string(),
  reasoning: z.enum(REASONING_TYPES),
  cues: z.array(z.string()),
  considered: z.number(),
  paths: z.array(PathReportOutput),
  results: z.array(
    z.strictObject({
      rank: z.number(),
      id: MemoryId,
      content: z.string(),
      score: Share,
      logit: z.number(),
      paths: z.array(z.strictObject({ path: PathName, rank: z.number(), score: z.number() })),
      terms: z.record(z.string(), z.number()),
      fit: z.array(z.strictObject({ name: z.string(), weight: z.number(), value: z.number() })),
      fusion: z.enum(['text', 'code']),
      base: z.number(),
      features: z.array(FeatureOutput),
      rest: z.number(),
    }),
  ),
  timings: z.record(z.string(), z.number()),
  notices: z.array(z.string()),
});

export const WhyNotOutput = z.strictObject({
  memory: MemoryId,
  content: z.string(),
  step: z.enum(LOSS_STEPS),
  reason: z.string(),
  refusals: z.array(
    z.strictObject({ field: z.enum(PROFILE_FILTERS), wanted: z.string(), has: z.string() }),
  ),
  paths: z.array(
    z.strictObject({
      path: PathName,
      note: z.string().nullable(),
      found: z.boolean(),
      score: z.number(),
      lowest: z.number().nullable(),
      full: z.boolean(),
    }),
  ),
  rank: z.number().nullable(),
  of: z.number(),
  score: Share.nullable(),
  needed: Share.nullable(),
  short: z.number().nullable(),
  against: z
    .strictObject({
      id: MemoryId,
      content: z.string(),
      costs: z.array(
        z.strictObject({
          name: z.string(),
          own: z.number().nullable(),
          other: z.number().nullable(),
          logits: z.number(),
        }),
      ),
    })
    .nullable(),
});
