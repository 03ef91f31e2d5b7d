import { z } from 'zod';
import { ENTITY_TYPES, EntityType, type Entity } from '../../domain/graph.js';
import { EntityId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { Instant } from '../../domain/time.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { NONE } from '../../indexes/bank-index.js';
import type { OpenBank } from '../../bank/core.js';

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
  limit: z
    .int()
    .min(1, 'must be 1 to 500')
    .max(500, 'must be 1 to 500')
    .default(50)
    .describe('Most of them.'),
  after: z
    .int()
    .min(0, 'must be 0 or more')
    .default(0)
    .describe('`next` of the page before: so many are passed over.'),
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
  entities: z.array(ListedEntity),
  /** Of all that are asked for. */
  total: z.number(),
  /** Goes into the next call's `after`; null at the end. */
  next: z.number().nullable(),
});
export interface EntityPage extends Of<typeof entityPageShape> {}
export const EntityPage: SchemaOf<EntityPage, typeof entityPageShape> = entityPageShape;

const ORDERS = {
  links: (a: ListedEntity, b: ListedEntity) => b.links - a.links || byName(a, b),
  name: (a: ListedEntity, b: ListedEntity) => byName(a, b),
  newest: (a: ListedEntity, b: ListedEntity) => b.firstSeenAt - a.firstSeenAt || byName(a, b),
};

/** The people, places and things of a bank. Reads caches alone. */
export async function listEntities(raw: unknown, { state }: OpenBank): Promise<EntityPage> {
  const { match, types, order, limit, after } = parseInput(EntitiesInput, raw, 'entities');
  await state.follow();
  const wanted = match?.toLowerCase();
  const asked = [...state.entities.all()].filter(
    (entity) =>
      (types === undefined || types.includes(entity.type)) &&
      (wanted === undefined || isCalled(entity, wanted)),
  );
  const all = asked
    .map(({ id, name, type, aliases, firstSeenAt }): ListedEntity => {
      const node = state.edges.node(id);
      const links = node === NONE ? 0 : state.edges.degree(node);
      return { id, name, type, aliases: [...aliases], firstSeenAt, links };
    })
    .sort(ORDERS[order]);
  const end = after + limit;
  return {
    entities: all.slice(after, end),
    total: all.length,
    next: end < all.length ? end : null,
  };
}

function isCalled({ name, aliases }: Entity, wanted: string): boolean {
  return [name, ...aliases].some((each) => {
    const spelled = each.toLowerCase();
    return spelled.startsWith(wanted) || spelled.includes(` ${wanted}`);
  });
}

/** By their code points, which are the same on every machine. */
function byName(a: ListedEntity, b: ListedEntity): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1;
}
