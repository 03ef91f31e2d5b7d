import { z } from 'zod';
import { independentEvidence } from '../../domain/evidence.js';
import { SOURCE_CONFIDENCE, type Memory, type Source } from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';
import type { OpenBank } from '../../bank/core.js';

/** How the bank acquired a memory. */
export const KNOWLEDGE_SOURCES = ['observed', 'inferred', 'told', 'imagined'] as const;
export type KnowledgeSource = (typeof KNOWLEDGE_SOURCES)[number];

const sourceReportShape = z.strictObject({
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
 * assumed.
 */
export async function sourceOfMemory(memory: Memory, bank: OpenBank): Promise<SourceReport> {
  await bank.state.follow();
  const sources = [...new Set(memory.provenance.map(({ source }) => OF_SOURCE[source]))];
  const source = sourceOf(memory);
  const [first] = memory.provenance;
  const quality =
    bank.state.votes.meta
      .qualities()
      .find(({ of, name }) => of === 'source' && name === first?.source)?.quality ??
    SOURCE_CONFIDENCE[first?.source ?? 'user'];
  return {
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
