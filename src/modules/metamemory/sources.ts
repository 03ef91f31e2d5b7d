import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { independentEvidence } from '../../domain/evidence.js';
import { MemoryId } from '../../domain/ids.js';
import { SOURCE_CONFIDENCE, type Memory, type Source } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { isReflected } from '../../domain/reflection.js';
import { DAY } from '../../domain/time.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { standingOpinions } from '../reflect/index.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

/** How the bank acquired a memory. */
export const KNOWLEDGE_SOURCES = ['observed', 'inferred', 'told', 'imagined'] as const;
export type KnowledgeSource = (typeof KNOWLEDGE_SOURCES)[number];

const sourceReportShape = z.strictObject({
  id: MemoryId,
  source: z.enum(KNOWLEDGE_SOURCES),
  /** 0..1: how credible that source is, including what votes taught. */
  reliability: Share,
  evidence: z.number(),
  /** Sources of its evidence that disagree about how it became known. */
  confusion: z.array(z.enum(KNOWLEDGE_SOURCES)),
  from: z.array(z.string()),
});
export interface SourceReport extends Of<typeof sourceReportShape> {}
export const SourceReport: SchemaOf<SourceReport, typeof sourceReportShape> = sourceReportShape;

const OF_SOURCE: Readonly<Record<Source, KnowledgeSource>> = {
  user: 'told',
  agent: 'inferred',
  tool: 'observed',
  web: 'told',
};

/**
 * The origin of a memory: observed by a tool, told by somebody, inferred by the bank itself, or only
 * assumed. Throws `not_found`.
 */
export async function monitorSource(
  rawId: string,
  bank: OpenBank,
  { store }: EngineParts,
): Promise<SourceReport> {
  const id = parseInput(MemoryId, rawId, 'id');
  await bank.state.follow();
  const [memory] = await store.get(bank.name, [id]);
  if (memory === undefined) return notThere(id);
  const sources = [...new Set(memory.provenance.map(({ source }) => OF_SOURCE[source]))];
  const source = sourceOf(memory);
  const [first] = memory.provenance;
  const quality =
    bank.state.votes.meta
      .qualities()
      .find(({ of, name }) => of === 'source' && name === first?.source)?.quality ??
    SOURCE_CONFIDENCE[first?.source ?? 'user'];
  return {
    id,
    source,
    reliability: quality,
    evidence: independentEvidence(memory),
    confusion: sources.filter((each) => each !== source),
    from: [...new Set(memory.provenance.flatMap(({ speaker, origin }) => speaker ?? origin ?? []))],
  };
}

const SUPPOSED =
  /\b(?:imagine|suppose|perhaps|maybe|might|hypothetical(?:ly)?|what if|dreamt|dreamed|could have)\b/iu;

function sourceOf(memory: Memory): KnowledgeSource {
  if (isReflected(memory) || memory.kind === 'principle' || memory.kind === 'observation')
    return 'inferred';
  if (SUPPOSED.test(memory.content)) return 'imagined';
  return OF_SOURCE[memory.provenance[0]?.source ?? 'user'];
}

function notThere(id: MemoryId): never {
  throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'id', value: id });
}

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
