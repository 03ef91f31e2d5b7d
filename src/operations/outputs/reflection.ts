import { z } from 'zod';
import { EntityId, MemoryId } from '../../domain/ids.js';
import { REFLECTION_KINDS } from '../../domain/reflection.js';
import { DispositionOutput, ProtectionOutput } from './bank.js';
import { EntityKind, EntityOutput, Moment, Share } from './memory.js';
import { Reversal } from './reversal.js';

export const OpinionOutput = z.strictObject({
  id: MemoryId,
  content: z.string(),
  confidence: Share,
  holder: z.string().nullable(),
  formed: z.boolean(),
  evidence: z.array(MemoryId),
  against: z.array(MemoryId),
  stale: z.boolean(),
  recordedAt: Moment,
});

export const OpinionReceiptOutput = z.strictObject({
  id: MemoryId,
  content: z.string(),
  before: Share,
  after: Share,
  changed: z.boolean(),
  circular: z.array(MemoryId),
  sequence: z.number(),
  reversal: Reversal,
});

const Counts = z.strictObject({ made: z.number(), renewed: z.number(), retracted: z.number() });

export const ReflectOutput = z.strictObject({
  kinds: z.record(z.enum(REFLECTION_KINDS), Counts),
  changed: z.array(
    z.strictObject({
      id: MemoryId,
      kind: z.enum(REFLECTION_KINDS),
      about: z.string().nullable(),
      content: z.string(),
      confidence: Share,
      evidence: z.array(MemoryId),
      against: z.array(MemoryId),
    }),
  ),
  considered: z.number(),
  from: z.number(),
  to: z.number(),
  sequence: z.number(),
  notices: z.array(z.string()),
});

export const BankReceiptOutput = z.strictObject({
  bank: z.string(),
  disposition: DispositionOutput,
  zone: z.string(),
  facts: z.boolean(),
  owner: z.string().nullable(),
  ...ProtectionOutput.shape,
  changed: z.boolean(),
  sequence: z.number(),
  reversal: Reversal,
});

export const KnowledgeOutput = z.strictObject({
  about: z.string(),
  entity: EntityOutput.nullable(),
  verdict: z.enum(['known', 'partly', 'unknown']),
  probability: Share,
  memories: z.number(),
  newest: Moment.nullable(),
  confidence: Share,
  observation: MemoryId.nullable(),
});

const Named = z.strictObject({
  id: EntityId,
  name: z.string(),
  type: EntityKind,
  aliases: z.array(z.string()),
});

export const ResolvedOutput = z.strictObject({
  name: z.string(),
  entity: Named.nullable(),
  candidates: z.array(
    z.strictObject({
      entity: Named,
      score: Share,
      likeness: Share,
      company: Share.nullable(),
      nearness: Share.nullable(),
    }),
  ),
});
