import { z } from 'zod';
import { nodeKind, type Entity } from '../../domain/graph.js';
import { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { isReflected } from '../../domain/reflection.js';
import { Instant } from '../../domain/time.js';
import { postingSlot } from '../../indexes/postings.js';
import { contentTerms } from '../../language/terms.js';
import { detectLanguage } from '../../language/detect-language.js';
import { chanceKnown, verdictOn } from './evidence-strength.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';
import { NamedEntity } from '../../domain/graph.js';

export const KnowledgeQuestion = z.strictObject({
  about: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500)
    .describe('A person, a thing or a topic.'),
});

const knowledgeShape = z.strictObject({
  about: z.string(),
  /** The entity with that name; null for a topic. */
  entity: NamedEntity.nullable(),
  verdict: z.enum(['known', 'partly', 'unknown']),
  /**
   * Probability that the bank knows something about it, 0..1, by the number and confidence of memories that
   * name it.
   */
  probability: Share,
  memories: z.number(),
  /** When the newest of them was said; null for none. */
  newest: Instant.nullable(),
  /** Mean confidence of these memories, 0..1; 0 for none. */
  confidence: Share,
  /** The current summary of the entity, if reflection wrote one. */
  observation: MemoryId.nullable(),
});
/** What a bank has on a matter, without the content. */
export interface Knowledge extends Of<typeof knowledgeShape> {}
export const Knowledge: SchemaOf<Knowledge, typeof knowledgeShape> = knowledgeShape;

const MAX_LINKS = 2_000;
const MAX_READ = 2_000;

/**
 * Whether the bank knows something about an entity, by its links, or about a topic, by memories with all
 * its content words.
 */
export async function hasKnowledge(
  about: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Knowledge> {
  const question = parseInput(KnowledgeQuestion, { about }, 'knowledge').about;
  await bank.state.follow();
  const entity =
    bank.state.entities.get(question) ?? bank.state.entities.named(question).at(-1) ?? null;
  const ids =
    entity === null ? idsOfTopic(question, bank, parts) : await idsOfEntity(entity, bank, parts);
  const linked = (await parts.store.get(bank.name, ids)).filter(
    ({ retractedAt }) => retractedAt === null,
  );
  const memories = linked.filter((memory) => !isReflected(memory));
  const probability = chanceKnown(memories.map(({ confidence }) => confidence));
  return {
    about: question,
    entity: entity === null ? null : { id: entity.id, name: entity.name, type: entity.type },
    verdict: verdictOn(probability),
    probability,
    memories: memories.length,
    newest: memories.length === 0 ? null : Math.max(...memories.map(({ saidAt }) => saidAt)),
    confidence:
      memories.length === 0
        ? 0
        : memories.reduce((sum, { confidence }) => sum + confidence, 0) / memories.length,
    observation:
      entity === null
        ? null
        : (linked.find((memory) => isObservationOf(memory, entity))?.id ?? null),
  };
}

function isObservationOf(memory: Memory, { id }: Entity): boolean {
  return isReflected(memory) && memory.kind === 'observation' && memory.metadata['about'] === id;
}

async function idsOfEntity(
  { id }: Entity,
  { name }: OpenBank,
  { store }: EngineParts,
): Promise<MemoryId[]> {
  const edges = await store.neighbours(
    name,
    [id],
    ['relational', 'hierarchical', 'causal'],
    MAX_LINKS,
  );
  const ends = edges
    .flatMap(({ from, to, evidence }) => [from, to, evidence])
    .filter((each) => each !== null && nodeKind(each) === 'memory');
  return [...new Set(ends as MemoryId[])];
}

function idsOfTopic(
  topic: string,
  { state: { index } }: OpenBank,
  { stemmer }: EngineParts,
): MemoryId[] {
  const stems = [...new Set(contentTerms(topic, detectLanguage(topic), stemmer))];
  const lists = stems
    .map((stem) => new Set(index.postings.list(index.postings.numberOf(stem)).map(postingSlot)))
    .sort((a, b) => a.size - b.size);
  const [rarest, ...others] = lists;
  if (rarest === undefined) return [];
  return [...rarest]
    .filter((slot) => index.isLive(slot) && others.every((list) => list.has(slot)))
    .slice(-MAX_READ)
    .map((slot) => index.id(slot));
}
