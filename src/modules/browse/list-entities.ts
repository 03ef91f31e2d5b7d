import { z } from 'zod';
import { ENTITY_TYPES, EntityType } from '../../domain/graph.js';
import { EntityId } from '../../domain/ids.js';
import { InstantInput } from '../../domain/input.js';
import { parseInput } from '../../domain/parse-input.js';
import { Instant } from '../../domain/time.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { isEntityKnown, namesKnown } from '../../indexes/known-words.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { ResolvedEntity, resolveEntity } from './resolve-entity.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { pageOf, startWalk, type Place } from '../../bank/pages.js';

export const EntitiesInput = z.strictObject({
  match: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200)
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
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200)
    .optional()
    .describe('A name as it was met: which of them it means.'),
  near: z
    .array(z.string().trim().min(1).max(200))
    .max(20)
    .optional()
    .describe('Names that were met beside it.'),
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
/** Somebody or something that a bank knows, and how much hangs on it. */
export interface ListedEntity extends Of<typeof listedEntityShape> {}
export const ListedEntity: SchemaOf<ListedEntity, typeof listedEntityShape> = listedEntityShape;

const entityPageShape = z.strictObject({
  /** With a name, those that it may mean, as `resolved` ranks them. */
  entities: z.array(ListedEntity),
  /** Which of them the name means; null where no name was given. */
  resolved: ResolvedEntity.nullable(),
  /** Of all that are asked for. */
  total: z.number(),
  ...pageOutput,
});
export interface EntityPage extends Of<typeof entityPageShape> {}
export const EntityPage: SchemaOf<EntityPage, typeof entityPageShape> = entityPageShape;

/** Names by their code points, which are the same on every machine. */
const PLACES = {
  links: ({ links, name, id }: ListedEntity): Place => [-links, name, id],
  name: ({ name, id }: ListedEntity): Place => [name, id],
  newest: ({ firstSeenAt, name, id }: ListedEntity): Place => [-firstSeenAt, name, id],
};

/** The people, places and things of a bank. Reads caches alone. */
export async function listEntities(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<EntityPage> {
  const { after: passed, ...asked } = parseInput(EntitiesInput, raw, 'entities');
  const { state } = bank;
  const { match, types, order, name, near, at } = asked;
  const walk = startWalk('entities', bank.name, asked);
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
