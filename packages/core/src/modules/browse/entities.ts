import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { pageOf, type SortKey, parsePageRequest } from '../../bank/pages.js';
import {
  type Entity,
  ENTITY_TYPES,
  EntityType,
  NamedEntity,
  memoriesAt,
} from '../../domain/graph.js';
import { EntityId, type MemoryId } from '../../domain/ids.js';
import { InstantInput, parseInput } from '../../domain/input.js';
import {
  type Of,
  pageInput,
  pageOutput,
  type SchemaOf,
  Share,
  textUpTo,
} from '../../domain/schema.js';
import { DAY, Instant } from '../../domain/time.js';
import { isEntityKnown, namesKnown } from '../../indexes/index-lookups.js';
import { isAliasOf, nameSimilarity } from '../../language/entity-names.js';

/** A name to resolve, and its context. */
interface MetName {
  readonly name: string;
  /** Names mentioned together with it. */
  readonly near?: readonly string[] | undefined;
  readonly at?: Instant | undefined;
}

const NamedWithAliases = z.strictObject({
  ...NamedEntity.shape,
  /** Its other names, without `name`. */
  aliases: z.array(z.string()),
});

const entityCandidateShape = z.strictObject({
  entity: NamedWithAliases,
  /** 0..1: weighted mean of the given parts. */
  score: Share,
  /** Similarity of the names. */
  likeness: Share,
  /** Share of the given names that memories mention together with it; null if none were given. */
  company: Share.nullable(),
  /** Proximity in time to its nearest mention: exp(-months), 0..1; null if no time was given. */
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
/** Minimum score for a name to resolve to a known entity. */
const FLOOR = 0.6;
const MIN_LIKENESS = 0.5;
const SHOWN = 5;
const MAX_LINKS = 500;
const MONTH = 30 * DAY;

/** Resolves a name to an entity by spelling, co-mentioned names and time. Read-only. */
async function resolveEntity(
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
  const memories = memoriesAt(edges);
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

export const EntitiesInput = z.strictObject({
  match: textUpTo(200)
    .optional()
    .describe('Only those with a name that begins so, or has a word that does.'),
  types: z
    .array(z.enum(ENTITY_TYPES))
    .min(1, 'name at least one type, or leave it out')
    .optional()
    .describe('Only these types.'),
  order: z
    .enum(['links', 'name', 'newest'])
    .default('links')
    .describe('links: most linked first; name; newest: met last first.'),
  name: textUpTo(200).optional().describe('A name as it was met: which of them it means.'),
  near: z.array(textUpTo(200)).max(20).optional().describe('Names that were met beside it.'),
  at: InstantInput.optional().describe('When it was met.'),
  ...pageInput('Most of them.', 50, 500),
  after: z
    .int()
    .min(0, 'must be 0 or more')
    .default(0)
    .describe(
      'So many are passed over; the older way, which may skip some while the bank changes.',
    ),
});
export type EntitiesInput = z.input<typeof EntitiesInput>;

const listedEntityShape = z.strictObject({
  id: EntityId,
  name: z.string(),
  type: EntityType,
  /** Other names it goes by. */
  aliases: z.array(z.string()),
  firstSeenAt: Instant,
  /** Links of the bank that end at it. */
  links: z.number(),
});
/** An entity of the bank, with its number of links. */
export interface ListedEntity extends Of<typeof listedEntityShape> {}
export const ListedEntity: SchemaOf<ListedEntity, typeof listedEntityShape> = listedEntityShape;

const entityPageShape = z.strictObject({
  /** With `name`, the entities it may refer to, in the order of `resolved`. */
  entities: z.array(ListedEntity),
  /** The resolution of `name`; null if no name was given. */
  resolved: ResolvedEntity.nullable(),
  /** Number of all matching entities. */
  total: z.number(),
  ...pageOutput,
});
export interface EntityPage extends Of<typeof entityPageShape> {}
export const EntityPage: SchemaOf<EntityPage, typeof entityPageShape> = entityPageShape;

/** Sort keys. Names compare by code point, so that the order is the same on every machine. */
const PLACES = {
  links: ({ links, name, id }: ListedEntity): SortKey => [-links, name, id],
  name: ({ name, id }: ListedEntity): SortKey => [name, id],
  newest: ({ firstSeenAt, name, id }: ListedEntity): SortKey => [-firstSeenAt, name, id],
};

/** The people, places and things of a bank. Reads caches only. */
export async function listEntities(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<EntityPage> {
  const { after: passed, ...asked } = parseInput(EntitiesInput, raw, 'entities');
  const { state } = bank;
  const { match, types, order, name, near, at } = asked;
  const walk = parsePageRequest('entities', bank.name, asked);
  await state.follow();
  const resolved = name === undefined ? null : await resolveEntity({ name, near, at }, bank, parts);
  const meant = resolved?.candidates.map(({ entity }) => entity.id);
  const wanted = match?.toLowerCase();
  const found = Array.from(state.entities.all(), (entity) => ({
    entity,
    names: isEntityKnown(entity, state) ? namesKnown(entity, state, parts.stemmer) : [],
  })).filter(
    ({ entity: { id, type }, names }) =>
      names.length > 0 &&
      (meant === undefined || meant.includes(id)) &&
      (types === undefined || types.includes(type)) &&
      (wanted === undefined || isCalled(names, wanted)),
  );
  const all = found.map(({ entity: { id, type, firstSeenAt }, names }): ListedEntity => {
    const [first = '', ...aliases] = names;
    const links = state.edges.degree(state.edges.node(id));
    return { id, name: first, type, aliases, firstSeenAt, links };
  });
  const { page, next } = pageOf(all, walk, PLACES[order], passed);
  return { entities: page, resolved, total: all.length, next };
}

function isCalled(names: readonly string[], wanted: string): boolean {
  return names.some((each) => {
    const spelled = each.toLowerCase();
    return spelled.startsWith(wanted) || spelled.includes(` ${wanted}`);
  });
}
