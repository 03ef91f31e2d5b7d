import { z } from 'zod';
import { ENTITY_TYPES, EntityType } from '../../domain/graph.js';
import { EntityId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { Instant } from '../../domain/time.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { isEntityKnown, namesKnown } from '../../indexes/known-words.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
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
  entities: z.array(ListedEntity),
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
  { name, state }: OpenBank,
  { stemmer }: Pick<EngineParts, 'stemmer'>,
): Promise<EntityPage> {
  const { after: passed, ...asked } = parseInput(EntitiesInput, raw, 'entities');
  const { match, types, order } = asked;
  const walk = startWalk('entity_list', name, asked);
  await state.follow();
  const wanted = match?.toLowerCase();
  const found = Array.from(state.entities.all(), (entity) => ({
    entity,
    names: isEntityKnown(entity, state) ? namesKnown(entity, state, stemmer) : [],
  })).filter(
    ({ entity: { type }, names }) =>
      names.length > 0 &&
      (types === undefined || types.includes(type)) &&
      (wanted === undefined || isCalled(names, wanted)),
  );
  const all = found.map(({ entity: { id, type, firstSeenAt }, names }): ListedEntity => {
    const [first = '', ...aliases] = names;
    const links = state.edges.degree(state.edges.node(id));
    return { id, name: first, type, aliases, firstSeenAt, links };
  });
  const { page, next } = pageOf(all, walk, PLACES[order], passed);
  return { entities: page, total: all.length, next };
}

function isCalled(names: readonly string[], wanted: string): boolean {
  return names.some((each) => {
    const spelled = each.toLowerCase();
    return spelled.startsWith(wanted) || spelled.includes(` ${wanted}`);
  });
}
