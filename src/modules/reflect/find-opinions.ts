import { z } from 'zod';
import type { Edge } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { Opinion, OpinionFilter } from '../../domain/opinion.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { Told, toldOf } from '../told/index.js';
import { parseInput } from '../../domain/parse-input.js';
import { isReflected } from '../../domain/reflection.js';
import { evidenceByReflection } from './plan-reflection.js';
import { lostEvidence } from './what-changed.js';
import { contentTerms } from '../../language/terms.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { pageOutput } from '../../domain/page.js';
import { pageOf, startWalk } from '../../bank/pages.js';

const opinionListShape = z.strictObject({
  opinions: z.array(Opinion),
  /** What people said on the matter, in their own words; null if none was named. */
  told: Told.nullable(),
  ...pageOutput,
});
/** Current opinions, and statements that may express some. */
export interface OpinionList extends Of<typeof opinionListShape> {}
export const OpinionList: SchemaOf<OpinionList, typeof opinionListShape> = opinionListShape;

/**
 * Current opinions, formed or remembered, most certain first, or least certain first with `below`; and what
 * was said on the matter.
 */
export async function listOpinions(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<OpinionList> {
  const filter = parseInput(OpinionFilter, raw, 'filter');
  const walk = startWalk('opinion_list', bank.name, filter);
  const found = await opinionsOf(filter, bank, parts);
  // The order is that of the first page: an opinion that gains or loses evidence meanwhile keeps its place.
  const begun = Number(walk.from?.[0] ?? parts.clock.now());
  const ids = found.map(({ id }) => id);
  const then = walk.from === null ? [] : await parts.store.get(bank.name, ids, begun);
  const before = new Map(then.map(({ id, confidence }) => [id, confidence]));
  const { page, next } = pageOf(found, walk, ({ id, confidence, recordedAt }) => [
    begun,
    (filter.below === undefined ? -1 : 1) * (before.get(id) ?? confidence),
    recordedAt,
    id,
  ]);
  return {
    opinions: await viewsOf(page, bank.name, parts),
    told: filter.about === undefined ? null : await toldOf(filter.about, bank),
    next,
  };
}

/** The first of {@link listOpinions}, without what was said. */
export async function standingOpinions(
  { limit, ...filter }: OpinionChoice & { readonly limit: number },
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly Opinion[]> {
  const order = filter.below === undefined ? -1 : 1;
  const found = [...(await opinionsOf(filter, bank, parts))].sort(
    (a, b) =>
      order * (a.confidence - b.confidence) ||
      a.recordedAt - b.recordedAt ||
      (a.id < b.id ? -1 : 1),
  );
  return viewsOf(found.slice(0, limit), bank.name, parts);
}

type OpinionChoice = Pick<z.output<typeof OpinionFilter>, 'about' | 'below'>;

/** In no order. */
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

/** The most certain opinion relevant to a matter; null if there is none. */
export async function findOpinion(
  about: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<Opinion | null> {
  const filter = parseInput(OpinionFilter, { about, limit: 1 }, 'filter');
  return (await standingOpinions(filter, bank, parts))[0] ?? null;
}

/** For each matter, the stored opinion that {@link findOpinion} finds. */
export async function opinionsOn(
  matters: readonly { readonly topic: string }[],
  bank: OpenBank,
  parts: EngineParts,
): Promise<readonly (Memory | undefined)[]> {
  const held: (MemoryId | undefined)[] = [];
  for (const { topic } of matters) held.push((await findOpinion(topic, bank, parts))?.id);
  const ids = [...new Set(held.flatMap((id) => id ?? []))];
  const memories = await parts.store.get(bank.name, ids);
  return held.map((id) => memories.find((memory) => memory.id === id));
}

/** Of somebody, or on something: matched by the holder's name, or by all content words of the matter. */
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
  bank: BankName,
  { store }: EngineParts,
): Promise<Opinion[]> {
  const edges = await evidenceByReflection(memories, bank, store);
  const stale = await lostEvidence(memories.filter(isReflected), bank, store);
  return memories.map((memory) => viewOf(memory, edges.get(memory.id) ?? [], stale.has(memory.id)));
}

function viewOf(memory: Memory, edges: readonly Edge[], stale: boolean): Opinion {
  const { id, content, confidence, metadata, recordedAt, speaker } = memory;
  const others = (role: 'for' | 'against'): MemoryId[] => [
    ...new Set(
      edges
        .filter((edge) => (edge.role === 'conflicts_with') === (role === 'against'))
        .map(({ from, to }) => (from === id ? to : from) as MemoryId),
    ),
  ];
  const formed = isReflected(memory);
  return {
    id,
    content,
    confidence,
    recordedAt,
    formed,
    holder: formed ? String(metadata['holder'] ?? '') : speaker,
    evidence: others('for'),
    against: others('against'),
    stale,
  };
}
