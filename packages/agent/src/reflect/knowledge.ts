import { z } from 'zod';
import { evidenceByReflection } from './plan-reflection.js';
import { lostEvidence } from './what-changed.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';
import { type Edge, type Entity, memoriesAt, NamedEntity } from '@mneme/core/domain/graph.js';
import { type BankName, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { RecallProfile } from '@mneme/core/domain/profile.js';
import { KNOWN_VERDICTS } from '@mneme/core/domain/recollection.js';
import { isReflected, Opinion, OpinionFilter } from '@mneme/core/domain/reflection.js';
import {
  type Of,
  OwnText,
  pageOutput,
  type SchemaOf,
  Share,
  textUpTo,
} from '@mneme/core/domain/schema.js';
import { DAY, Instant } from '@mneme/core/domain/time.js';
import { isEntityKnown } from '@mneme/core/indexes/index-lookups.js';
import { postingSlot } from '@mneme/core/indexes/postings.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { stancesOn, Told } from '@mneme/core/modules/evidence/index.js';
import { knownOf } from '@mneme/core/recall/recall.js';

const opinionListShape = z.strictObject({
  opinions: z.array(Opinion),
  /**
   * What people said about their opinions, on the matter or in general, verbatim; null where the least certain are
   * requested.
   */
  told: Told.nullable(),
  ...pageOutput,
});
/** Current opinions, and statements that may express some. */
export interface OpinionList extends Of<typeof opinionListShape> {}
export const OpinionList: SchemaOf<OpinionList, typeof opinionListShape> = opinionListShape;

/**
 * Current opinions, formed or remembered, most certain first, or least certain first with `below` or `revise`; and
 * what was said on the matter.
 */
export async function listOpinions(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<OpinionList> {
  const filter = parseInput(OpinionFilter, raw, 'filter');
  const walk = parsePageRequest('opinions', bank.name, filter);
  const standing = await opinionsOf(filter, bank, parts);
  const found = filter.revise ? await revisable(standing, filter, bank.name, parts) : standing;
  // All pages use the order as of the first: an opinion whose confidence changes meanwhile keeps
  // its place.
  const begun = Number(walk.from?.[0] ?? parts.clock.now());
  const ids = found.map(({ id }) => id);
  const then = walk.from === null ? [] : await parts.store.get(bank.name, ids, begun);
  const before = new Map(then.map(({ id, confidence }) => [id, confidence]));
  const { page, next } = pageOf(found, walk, ({ id, confidence, recordedAt }) => [
    begun,
    (leastSureFirst(filter) ? 1 : -1) * (before.get(id) ?? confidence),
    recordedAt,
    id,
  ]);
  return {
    opinions: await viewsOf(page, filter, bank.name, parts),
    told: leastSureFirst(filter) ? null : await stancesOn(filter.about, bank),
    next,
  };
}

const leastSureFirst = ({ below, revise }: OpinionChoice): boolean => revise || below !== undefined;

async function revisable(
  memories: readonly Memory[],
  filter: OpinionChoice,
  bank: BankName,
  parts: EngineParts,
): Promise<readonly Memory[]> {
  const views = await viewsOf(memories, filter, bank, parts);
  return memories.filter((_, at) => (views[at]?.revise.length ?? 0) > 0);
}

/** The opinions of {@link listOpinions}, without what was said. */
export async function currentOpinions(
  asked: z.input<typeof OpinionFilter>,
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly Opinion[]> {
  const { limit, ...filter } = parseInput(OpinionFilter, asked, 'filter');
  const order = leastSureFirst(filter) ? 1 : -1;
  const found = [...(await opinionsOf(filter, bank, parts))].sort(
    (a, b) =>
      order * (a.confidence - b.confidence) ||
      a.recordedAt - b.recordedAt ||
      (a.id < b.id ? -1 : 1),
  );
  return viewsOf(found.slice(0, limit), filter, bank.name, parts);
}

type OpinionChoice = Omit<z.output<typeof OpinionFilter>, 'limit' | 'cursor'>;

/** Unordered. */
async function opinionsOf(
  { about, below }: OpinionChoice,
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly Memory[]> {
  await bank.state.follow();
  const { index } = bank.state;
  const slots = Array.from({ length: index.size }, (_, slot) => slot).filter(
    (slot) =>
      index.kind(slot) === 'opinion' &&
      index.isLive(slot) &&
      (below === undefined || index.confidence.get(slot) < below),
  );
  const memories = (
    await parts.store.get(
      bank.name,
      slots.map((slot) => index.id(slot)),
    )
  ).filter(({ supersededBy }) => supersededBy === null);
  const bears = about === undefined ? () => true : bearsOn(about, bank, parts);
  return memories.filter(bears);
}

/** For each matter, the most certain stored opinion on it. */
export async function opinionsOn(
  matters: readonly { readonly topic: string }[],
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly (Memory | undefined)[]> {
  const held: (MemoryId | undefined)[] = [];
  for (const { topic: about } of matters)
    held.push((await currentOpinions({ about, limit: 1 }, bank, parts))[0]?.id);
  const ids = [...new Set(held.flatMap((id) => id ?? []))];
  const memories = await parts.store.get(bank.name, ids);
  return held.map((id) => memories.find((memory) => memory.id === id));
}

/** Filters opinions by holder (name) or by matter (all its content words). */
function bearsOn(
  about: string,
  { state }: OpenBank,
  { stemmer }: EngineParts,
): (memory: Memory) => boolean {
  const holders = new Set<string>(state.entities.named(about).map(({ id }) => id));
  const stems = contentTerms(about, 'en', stemmer);
  return ({ metadata, content, language }) => {
    if (holders.has(String(metadata['about'] ?? ''))) return true;
    const held = new Set(contentTerms(content, language, stemmer));
    return stems.length > 0 && stems.every((stem) => held.has(stem));
  };
}

async function viewsOf(
  memories: readonly Memory[],
  filter: OpinionChoice,
  bank: BankName,
  { store, clock }: EngineParts,
): Promise<Opinion[]> {
  const edges = await evidenceByReflection(memories, bank, store);
  const stale = await lostEvidence(memories.filter(isReflected), bank, store);
  const now = clock.now();
  return memories.map((memory) => {
    const { id, content, confidence, recordedAt } = memory;
    const others = otherEnds(id, edges.get(id) ?? []);
    return {
      ...{ id, content, confidence, recordedAt },
      formed: isReflected(memory),
      holder: isReflected(memory) ? String(memory.metadata['holder'] ?? '') : memory.speaker,
      ...others,
      stale: stale.has(id),
      revise: [
        ...(others.against.length >= filter.contradictions ? (['contradicted'] as const) : []),
        ...(confidence < filter.floor ? (['unsure'] as const) : []),
        ...(now - recordedAt > filter.days * DAY ? (['old'] as const) : []),
      ],
    };
  });
}

/** The memories for and against an opinion, each once. */
function otherEnds(id: MemoryId, edges: readonly Edge[]): Pick<Opinion, 'evidence' | 'against'> {
  const others = (against: boolean): MemoryId[] => [
    ...new Set(
      edges
        .filter(({ role }) => (role === 'conflicts_with') === against)
        .map(({ from, to }) => (from === id ? to : from) as MemoryId),
    ),
  ];
  return { evidence: others(false), against: others(true) };
}

export const KnowledgeQuestion = z.strictObject({
  about: textUpTo(4_096).describe('A person, a thing, a topic, or a question.'),
  now: RecallProfile.shape.now,
});
export type KnowledgeQuestion = z.input<typeof KnowledgeQuestion>;

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
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Knowledge> {
  const { about: question, now } = parseInput(KnowledgeQuestion, raw, 'knowledge');
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
  const { probability, verdict, doubts } = await knownOf(question, bank, now);
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
