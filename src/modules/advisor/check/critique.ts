import { z } from 'zod';
import { MemoryId } from '../../../domain/ids.js';
import { Share, type Of, type SchemaOf } from '../../../domain/schema.js';
import type { Checked } from './answer.js';

export const CritiqueInput = z.strictObject({
  reasoning: z
    .string()
    .trim()
    .min(20, 'at least 20 characters')
    .max(2_000, 'at most 2,000 characters')
    .describe('What you mean to say or do, 20 to 2,000 characters, in plain sentences.'),
  memories: z.array(MemoryId).max(100).optional().describe('Only held against these memories.'),
  threshold: z
    .number()
    .min(0.3, 'must be 0.3 to 0.9')
    .max(0.9, 'must be 0.3 to 0.9')
    .default(0.5)
    .describe('Least confidence of a memory that may speak against it.'),
});

const contradictingShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /** `actual`: both cannot hold; `contextual`: it was so, and is no longer. */
  type: z.enum(['actual', 'contextual']),
  subject: z.string(),
  reason: z.string(),
  confidence: Share,
});

const critiqueShape = z.strictObject({
  contradictions: z.array(contradictingShape),
  /** Sentences that something is known of. */
  claims: z.number(),
  suggested: z.enum(['proceed', 'revise', 'ask_user', 'state_plainly']),
});
export interface Critique extends Of<typeof critiqueShape> {}
export const Critique: SchemaOf<Critique, typeof critiqueShape> = critiqueShape;

/** What was checked, in the shape of the version before: it proceeds only where every sentence is supported. */
export function critiqueOf({ sentences }: Checked): Critique {
  const contradictions = sentences.flatMap(({ text, verdict, notes }) =>
    verdict !== 'contradicted' && verdict !== 'outdated'
      ? []
      : notes
          .filter(({ says }) => says === 'otherwise' || says === 'now')
          .map(({ id, content, says, confidence }) => ({
            ...{ id, content, confidence, subject: text },
            type: says === 'now' ? ('contextual' as const) : ('actual' as const),
            reason: says === 'now' ? 'it was so, and this holds now' : 'this is held of it',
          })),
  );
  const known = sentences.filter(({ verdict }) => verdict !== 'not known').length;
  return {
    contradictions,
    claims: known,
    suggested:
      known === 0
        ? 'state_plainly'
        : contradictions.length > 0
          ? 'revise'
          : known < sentences.length
            ? 'ask_user'
            : 'proceed',
  };
}
