import { z } from 'zod';
import { KNOWN_VERDICTS } from '@mneme/core/domain/certainty.js';
import { type Entity, memoriesAt } from '@mneme/core/domain/graph.js';
import { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { isEntityKnown } from '@mneme/core/indexes/bank-words.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { isReflected } from '@mneme/core/domain/reflection.js';
import { type Of, OwnText, type SchemaOf, Share, textUpTo } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import { postingSlot } from '@mneme/core/indexes/postings.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { knownOf } from '@mneme/core/recall/known-of.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { NamedEntity } from '@mneme/core/domain/graph.js';

export const KnowledgeQuestion = z.strictObject({
  about: textUpTo(4_096).describe('A person, a thing, a topic, or a question.'),
});

const knowledgeShape = z.strictObject({
  about: z.string(),
  /** The entity with that name; null for a topic. */
  entity: NamedEntity.nullable(),
  /** The probability in a word, as in recall and all other verbs; `unjudged` without one. */
  verdict: z.enum(KNOWN_VERDICTS),
  /**
   * Probability that the bank has an answer, or something on it, 0..1, as in recall; null where no calibration is
   * fitted.
   */
  probability: Share.nullable(),
  /** Reasons for doubt, in words. */
  doubts: z.array(OwnText),
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
 * Whether the bank knows something about an entity or a topic, or has an answer, with the same probability as recall;
 * and how many memories are linked to the entity, or have all content words of the topic. Throws `invalid_input`.
 */
export async function hasKnowledge(
  about: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Knowledge> {
  const question = parseInput(KnowledgeQuestion, { about }, 'knowledge').about;
  await bank.state.follow();
  const entity =
    bank.state.entities.get(question) ??
    bank.state.entities.named(question).findLast((named) => isEntityKnown(named, bank.state)) ??
    null;
  const ids =
    entity === null ? idsOfTopic(question, bank, parts) : await idsOfEntity(entity, bank, parts);
  const linked = (await parts.store.get(bank.name, ids)).filter(
    ({ retractedAt }) => retractedAt === null,
  );
  const memories = linked.filter((memory) => !isReflected(memory));
  const { probability, verdict, doubts } = await knownOf(question, bank);
  return {
    about: question,
    entity: entity === null ? null : { id: entity.id, name: entity.name, type: entity.type },
    verdict,
    probability,
    doubts: [...doubts],
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
  return memoriesAt(edges);
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
