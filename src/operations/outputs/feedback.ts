import { z } from 'zod';
import { ResultId, Verdict } from '../../domain/feedback.js';
import { MemoryId } from '../../domain/ids.js';
import { MemoryKind, Source } from '../../domain/memory.js';
import { Moment, Share } from './memory.js';
import { NeedOutput } from './recollection.js';
import { Reversal } from './reversal.js';

/** A vote as the bank keeps it. */
export const VoteOutput = z.strictObject({
  id: ResultId,
  memory: MemoryId,
  verdict: Verdict,
  note: z.string().nullable(),
  at: Moment,
  actor: z.string(),
  need: NeedOutput,
  source: Source,
  kind: MemoryKind,
  lowered: z.number(),
  version: z.number(),
});

const Moved = z.strictObject({ from: Share, to: Share });

export const FeedbackOutput = z.strictObject({
  result: ResultId,
  memory: MemoryId,
  verdict: Verdict,
  replaced: Verdict.nullable(),
  changed: z.boolean(),
  usefulness: Moved,
  confidence: Moved,
  review: z.boolean(),
  sequence: z.number(),
  reversal: Reversal,
});

export const MetaMemoryOutput = z.strictObject({
  votes: z.number(),
  sources: z.array(
    z.strictObject({
      of: z.enum(['source', 'kind', 'layer']),
      name: z.union([Source, MemoryKind, z.literal(['episodic', 'semantic', 'procedural'])]),
      base: Share,
      quality: Share,
      evidence: z.number(),
    }),
  ),
  patterns: z.array(z.strictObject({ pattern: z.string(), feeling: Share, recalls: z.number() })),
  review: z.array(MemoryId),
});
