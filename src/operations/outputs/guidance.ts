import { z } from 'zod';
import { EDGE_FAMILIES } from '../../domain/graph.js';
import { BankName } from '../../domain/ids.js';
import { LAYERS } from '../../domain/layers.js';
import { MemoryKind, STRATUM } from '../../domain/memory.js';
import { SPACES } from '../../domain/space.js';
import { LifecycleOutput } from './goals.js';
import { PulseOutput } from './graph.js';
import { EdgeRoleName, KnownOutput } from './recollection.js';
import { OwnText } from './texts.js';

export const GuideOutput = z.strictObject({ text: OwnText, tokens: z.number() });

export const GraphDescriptionOutput = z.strictObject({
  bank: BankName,
  memories: z.number(),
  kinds: z.array(
    z.strictObject({
      kind: MemoryKind,
      stratum: z.enum(Object.values(STRATUM)),
      layer: z.enum(['episodic', 'semantic', 'procedural']),
      count: z.number(),
    }),
  ),
  entities: z.number(),
  contexts: z.number(),
  sessions: z.number(),
  edges: z.array(
    z.strictObject({
      family: z.enum(EDGE_FAMILIES),
      roles: z.array(EdgeRoleName),
      count: z.number(),
    }),
  ),
  layers: z.array(z.enum(LAYERS)),
  spaces: z.array(z.strictObject({ space: z.enum(SPACES), compares: OwnText })),
  encoder: z.string(),
  lifecycle: LifecycleOutput,
  sequence: z.number(),
});

const Step = z.strictObject({
  step: z.number(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  rationale: z.string(),
});
export const AdviceOutput = z.strictObject({
  reasoning: z.string(),
  steps: z.array(Step),
  known: KnownOutput,
  pulse: PulseOutput,
  lifecycle: LifecycleOutput,
});
