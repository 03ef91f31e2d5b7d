import { z } from 'zod';
import { NamedEntity } from '../../domain/graph.js';
import { nodeKind, type Entity } from '../../domain/graph.js';
import { type MemoryId } from '../../domain/ids.js';
import { DAY, type Instant } from '../../domain/time.js';
import { isEntityKnown } from '../../indexes/known-words.js';
import { isAliasOf, nameSimilarity } from '../../language/entity-names.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

/** A name and its context. */
interface MetName {
  readonly name: string;
  /** Names that were met beside it. */
  readonly near?: readonly string[] | undefined;
  readonly at?: Instant | undefined;
}

const NamedWithAliases = z.strictObject({
  ...NamedEntity.shape,
  /** Other names seen for it, without `name`. */
  aliases: z.array(z.string()),
});

const entityCandidateShape = z.strictObject({
  entity: NamedWithAliases,
  /** 0..1: the weighted mean of the parts that were given. */
  score: Share,
  /** Similarity of the names. */
  likeness: Share,
  /** Share of the given names that memories mention together with it; null if none was given. */
  company: Share.nullable(),
  /** How near in time it is mentioned, falling by a factor of e per month; null if no time was given. */
  nearness: Share.nullable(),
});
export interface EntityCandidate extends Of<typeof entityCandidateShape> {}
export const EntityCandidate: SchemaOf<EntityCandidate, typeof entityCandidateShape> =
  entityCandidateShape;

const resolvedEntityShape = z.strictObject({
  name: z.string(),
  /** The entity meant; null if none is similar enough, or two are equally so. */
  entity: NamedWithAliases.nullable(),
  /** Best first, at most five. */
  candidates: z.array(EntityCandidate),
});
export interface ResolvedEntity extends Of<typeof resolvedEntityShape> {}
export const ResolvedEntity: SchemaOf<ResolvedEntity, typeof resolvedEntityShape> =
  resolvedEntityShape;

/** The weights of entity resolution: names, company, time. */
const WEIGHTS = { likeness: 0.5, company: 0.3, nearness: 0.2 };
/** Below this, the name is of nobody the bank knows. */
const FLOOR = 0.6;
const MIN_LIKENESS = 0.5;
const SHOWN = 5;
const MAX_LINKS = 500;
const MONTH = 30 * DAY;

/** The entity a name refers to, by its letters, by the names mentioned with it and by time. Read-only. */
export async function resolveEntity(
  { name, near = [], at }: MetName,
  bank: OpenBank,
  parts: EngineParts,
): Promise<ResolvedEntity> {
  await bank.state.follow();
  const alike = Array.from(bank.state.entities.all(), (entity) => ({
    entity,
    likeness: likenessOf(name, entity),
  })).filter(
    ({ entity, likeness }) => likeness >= MIN_LIKENESS && isEntityKnown(entity, bank.state),
  );
  const candidates: EntityCandidate[] = [];
  for (const { entity, likeness } of alike
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 4 * SHOWN)) {
    const { company, nearness } = await surroundings(entity, near, at, bank, parts);
    candidates.push({
      entity: { id: entity.id, name: entity.name, type: entity.type, aliases: entity.aliases },
      score: scored(likeness, company, nearness),
      likeness,
      company,
      nearness,
    });
  }
  candidates.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
  return { name, entity: meant(candidates), candidates: candidates.slice(0, SHOWN) };
}

function likenessOf(name: string, { name: own, aliases }: Entity): number {
  return Math.max(
    ...[own, ...aliases].map((known) =>
      nameSimilarity(name, known) < FLOOR && !isAliasOf(name, known)
        ? 0
        : nameSimilarity(name, known),
    ),
  );
}

/** The best one above the minimum; the only one with exactly this name even if its context does not support it. */
function meant(candidates: readonly EntityCandidate[]): EntityCandidate['entity'] | null {
  const exact = candidates.filter(({ likeness }) => likeness === 1);
  if (exact.length === 1) return exact[0]?.entity ?? null;
  const [best, second] = candidates;
  if (best === undefined || best.score < FLOOR || best.score === second?.score) return null;
  return best.entity;
}

function scored(likeness: number, company: number | null, nearness: number | null): number {
  const parts = [
    [likeness, WEIGHTS.likeness],
    ...(company === null ? [] : [[company, WEIGHTS.company]]),
    ...(nearness === null ? [] : [[nearness, WEIGHTS.nearness]]),
  ] as [number, number][];
  return (
    parts.reduce((sum, [value, weight]) => sum + value * weight, 0) /
    parts.reduce((sum, [, weight]) => sum + weight, 0)
  );
}

async function surroundings(
  { id }: Entity,
  near: readonly string[],
  at: Instant | undefined,
  bank: OpenBank,
  { store }: EngineParts,
): Promise<Pick<EntityCandidate, 'company' | 'nearness'>> {
  if (near.length === 0 && at === undefined) return { company: null, nearness: null };
  const edges = await store.neighbours(bank.name, [id], ['relational'], MAX_LINKS);
  const memories = [
    ...new Set(
      edges
        .flatMap(({ from, to, evidence }) => [from, to, evidence])
        .filter((each): each is MemoryId => each !== null && nodeKind(each) === 'memory'),
    ),
  ];
  return {
    company: near.length === 0 ? null : await companyOf(memories, near, bank, store),
    nearness: at === undefined ? null : nearest(await store.get(bank.name, memories), at),
  };
}

async function companyOf(
  memories: readonly MemoryId[],
  near: readonly string[],
  { name, state }: OpenBank,
  store: EngineParts['store'],
): Promise<number> {
  const met = new Set(
    (await store.neighbours(name, memories, ['relational'], MAX_LINKS)).flatMap(
      ({ from, to }) => [from, to] as string[],
    ),
  );
  return (
    near.filter((each) => state.entities.named(each).some((entity) => met.has(entity.id))).length /
    near.length
  );
}

function nearest(memories: readonly { readonly saidAt: Instant }[], at: Instant): number {
  return memories.reduce(
    (best, { saidAt }) => Math.max(best, Math.exp(-Math.abs(saidAt - at) / MONTH)),
    0,
  );
}
