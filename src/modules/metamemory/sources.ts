import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { DAY } from '../../domain/time.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { standingOpinions } from '../reflect/index.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const beliefToReviseShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  confidence: Share,
  reasons: z.array(z.enum(['contradicted', 'unsure', 'old'])),
  against: z.number(),
});
/** A belief that should be reviewed, and why. */
export interface BeliefToRevise extends Of<typeof beliefToReviseShape> {}
export const BeliefToRevise: SchemaOf<BeliefToRevise, typeof beliefToReviseShape> =
  beliefToReviseShape;

export const RevisionInput = z.strictObject({
  contradictions: z.int().min(1).max(100).default(3).describe('From so many memories against it.'),
  floor: z
    .number()
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .default(0.3)
    .describe('Below this confidence.'),
  days: z
    .number()
    .gt(0)
    .max(36_500)
    .default(365)
    .describe('Recorded longer ago than so many days.'),
});
export type RevisionInput = z.input<typeof RevisionInput>;

const MAX_OPINIONS = 500;

/** Opinions that are contradicted, uncertain or old, those with most reasons first. */
export async function beliefsToRevise(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly BeliefToRevise[]> {
  const { contradictions, floor, days } = parseInput(RevisionInput, raw, 'revision');
  const now = parts.clock.now();
  const opinions = await standingOpinions({ limit: MAX_OPINIONS }, bank, parts);
  return opinions
    .map(({ id, content, confidence, against, recordedAt }): BeliefToRevise => ({
      id,
      content,
      confidence,
      against: against.length,
      reasons: [
        ...(against.length >= contradictions ? (['contradicted'] as const) : []),
        ...(confidence < floor ? (['unsure'] as const) : []),
        ...(now - recordedAt > days * DAY ? (['old'] as const) : []),
      ],
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.reasons.length - a.reasons.length || a.confidence - b.confidence);
}
