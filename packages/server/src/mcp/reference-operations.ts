import { z } from 'zod';
import {
  entityStatement,
  GRAPH_TAG,
  observationStatement,
  relationStatement,
  statedPart,
} from '@mneme/core/domain/graph.js';
import { sayRecalled } from '@mneme/core/domain/recalled-text.js';
import { OwnText, textUpTo } from '@mneme/core/domain/schema.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { defineOperation } from '@mneme/core/operations/operation.js';
import {
  type KnowledgeGraph,
  relationKey,
  rememberStatements,
  StatedGraph,
} from './knowledge-graph.js';

const Name = textUpTo(200);
/** Shorter than a memory, to leave room for the entity's name before it. */
const Observation = textUpTo(65_000);
const Entity = z.object({
  name: Name.describe('The name of the entity.'),
  entityType: z.string().trim().max(200).describe('The type of the entity.'),
  observations: z.array(Observation).describe('What is told of it.'),
});
const Relation = z.object({
  from: Name.describe('The entity where the relation starts.'),
  to: Name.describe('The entity where it ends.'),
  relationType: Name.describe('The relation, in the active voice.'),
});
const Graph = z.object({ entities: z.array(Entity), relations: z.array(Relation) });
const Done = z.object({ success: z.boolean(), message: OwnText });

const shared = { positional: [], examples: [] };
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const writes = { ...shared, effect: 'write', idempotent: false } as const;
const deletes = { ...shared, effect: 'retract', idempotent: true, output: Done } as const;
const reads = { ...shared, effect: 'read', idempotent: true, output: Graph } as const;
const done = (message: string): z.output<typeof Done> => ({ success: true, message });

export const createEntities = defineOperation({
  ...writes,
  name: 'create_entities',
  summary: 'Create entities in the knowledge graph, each with what is told of it.',
  description: 'A name that is there already is passed over; add_observations tells more of it.',
  input: z.object({ entities: z.array(Entity).describe('The entities to create.') }),
  output: z.object({ entities: z.array(Entity) }),
  run: async (memory, { entities }) => {
    const graph = await StatedGraph.read(memory);
    const fresh = entities.filter(
      ({ name }, at) =>
        !graph.nodes.has(name) && entities.findIndex((each) => each.name === name) === at,
    );
    await rememberStatements(
      memory,
      fresh.flatMap((entity) => [
        entityStatement(entity),
        ...entity.observations.map((text) => observationStatement(entity, text)),
      ]),
    );
    return { entities: fresh };
  },
  asText: ({ entities }) => pretty(entities),
});

export const createRelations = defineOperation({
  ...writes,
  name: 'create_relations',
  summary: 'Create relations between entities in the knowledge graph, in the active voice.',
  description: 'Both entities must be there. A relation that is there already is passed over.',
  input: z.object({ relations: z.array(Relation).describe('The relations to create.') }),
  output: z.object({ relations: z.array(Relation) }),
  run: async (memory, { relations }) => {
    const graph = await StatedGraph.read(memory);
    for (const [at, { from, to }] of relations.entries()) {
      graph.node(from, `relations.${at}.from`);
      graph.node(to, `relations.${at}.to`);
    }
    const keys = relations.map(relationKey);
    const fresh = relations.filter(
      (_, at) => !graph.links.has(keys[at] ?? '') && keys.indexOf(keys[at] ?? '') === at,
    );
    await rememberStatements(memory, fresh.map(relationStatement));
    return { relations: fresh };
  },
  asText: ({ relations }) => pretty(relations),
});

export const addObservations = defineOperation({
  ...writes,
  name: 'add_observations',
  summary: 'Add observations to entities that are in the knowledge graph.',
  description: 'What is told of an entity already is passed over.',
  input: z.object({
    observations: z
      .array(
        z.object({
          entityName: Name.describe('The entity they are told of.'),
          contents: z.array(Observation).describe('What to add.'),
        }),
      )
      .describe('What to add to which entity.'),
  }),
  output: z.object({
    results: z.array(z.object({ entityName: Name, addedObservations: z.array(Observation) })),
  }),
  run: async (memory, { observations }) => {
    const graph = await StatedGraph.read(memory);
    const added = observations.map(({ entityName, contents }, at) => {
      const node = graph.node(entityName, `observations.${at}.entityName`);
      return {
        node,
        fresh: [...new Set(contents)].filter(
          (text) => !node.observations.some((told) => told.text === text),
        ),
      };
    });
    await rememberStatements(
      memory,
      added.flatMap(({ node, fresh }) => fresh.map((text) => observationStatement(node, text))),
    );
    return {
      results: added.map(({ node, fresh }) => ({
        entityName: node.name,
        addedObservations: fresh,
      })),
    };
  },
  asText: ({ results }) => pretty(results),
});

export const deleteEntities = defineOperation({
  ...deletes,
  name: 'delete_entities',
  summary:
    'Delete entities from the knowledge graph, with what is told of them and their relations.',
  description: 'They are forgotten and can be restored.',
  input: z.object({ entityNames: z.array(Name).describe('The names of the entities to delete.') }),
  run: async (memory, { entityNames }) => {
    const graph = await StatedGraph.read(memory);
    const names = new Set(entityNames);
    const found = [...graph.nodes.values()].filter(({ name }) => names.has(name));
    const links = [...graph.links.values()].filter(
      ({ relation: { from, to } }) => names.has(from) || names.has(to),
    );
    await forget(memory, [
      ...found.flatMap(({ observations, stated }) => [
        ...observations.map((told) => told.memory),
        ...stated,
      ]),
      ...links.flatMap(({ memories }) => memories),
    ]);
    const missing = entityNames.filter((name) => !graph.nodes.has(name));
    return done(
      missing.length === 0
        ? 'Entities deleted successfully'
        : `Deleted ${entityNames.length - missing.length} of ${entityNames.length} entities. Not found: ${missing.map(sayRecalled).join(', ')}`,
    );
  },
  asText: ({ message }) => message,
});

export const deleteObservations = defineOperation({
  ...deletes,
  name: 'delete_observations',
  summary: 'Delete single observations from entities of the knowledge graph.',
  description: 'They are forgotten and can be restored; the entity stays.',
  input: z.object({
    deletions: z
      .array(
        z.object({
          entityName: Name.describe('The entity they are told of.'),
          observations: z.array(Observation).describe('The observations to delete, word for word.'),
        }),
      )
      .describe('What to delete of which entity.'),
  }),
  run: async (memory, { deletions }) => {
    const graph = await StatedGraph.read(memory);
    const missing = deletions
      .filter(({ entityName }) => !graph.nodes.has(entityName))
      .map(({ entityName }) => entityName);
    const found = deletions.flatMap(({ entityName, observations }) => {
      const node = graph.nodes.get(entityName);
      return node === undefined
        ? []
        : [{ node, gone: node.observations.filter(({ text }) => observations.includes(text)) }];
    });
    // Keep the entity when no other memory states it.
    await rememberStatements(
      memory,
      found
        .filter(
          ({ node, gone }) => node.stated.length === 0 && gone.length === node.observations.length,
        )
        .map(({ node }) => entityStatement(node)),
    );
    const memories = new Set(found.flatMap(({ gone }) => gone.map((told) => told.memory)));
    await forget(memory, [...memories]);
    const requested = deletions.reduce((sum, { observations }) => sum + observations.length, 0);
    return done(
      memories.size === requested
        ? 'Observations deleted successfully'
        : `Deleted ${memories.size} of ${requested} observations.${missing.length === 0 ? '' : ` Entities not found: ${missing.map(sayRecalled).join(', ')}`}`,
    );
  },
  asText: ({ message }) => message,
});

export const deleteRelations = defineOperation({
  ...deletes,
  name: 'delete_relations',
  summary: 'Delete relations from the knowledge graph.',
  description: 'They are forgotten and can be restored.',
  input: z.object({ relations: z.array(Relation).describe('The relations to delete.') }),
  run: async (memory, { relations }) => {
    const graph = await StatedGraph.read(memory);
    const found = [...new Set(relations.map(relationKey))].flatMap(
      (key) => graph.links.get(key) ?? [],
    );
    await forget(
      memory,
      found.flatMap(({ memories }) => memories),
    );
    return done(
      found.length === relations.length
        ? 'Relations deleted successfully'
        : `Deleted ${found.length} of ${relations.length} relations. The rest matched nothing.`,
    );
  },
  asText: ({ message }) => message,
});

export const readGraph = defineOperation({
  ...reads,
  name: 'read_graph',
  summary: 'Read the whole knowledge graph.',
  description: 'Entities with what is told of them, and the relations between them.',
  input: z.object({}),
  run: async (memory) => copy((await StatedGraph.read(memory)).shown()),
  asText: pretty,
});

/** Below this probability that anything relevant is known, a search finds nothing. */
const MIN_KNOWN = 0.2;
/** Minimum probability of a further result, as a share of the best one's. */
const BESIDE_BEST = 0.5;

export const searchNodes = defineOperation({
  ...reads,
  name: 'search_nodes',
  summary: 'Search the knowledge graph for entities.',
  description:
    'Finds entities whose name, type or observations have the query in them, and those that recall finds by meaning; with every relation that one of them has.',
  input: z.object({
    query: z.string().max(2_048).describe('What to look for: words, or a question.'),
  }),
  run: async (memory, { query }) => {
    const graph = await StatedGraph.read(memory);
    const wanted = query.toLowerCase();
    const names = new Set(
      graph
        .shown()
        .entities.filter(({ name, entityType, observations }) =>
          [name, entityType, ...observations].some((text) => text.toLowerCase().includes(wanted)),
        )
        .map(({ name }) => name),
    );
    for (const name of await recalledNames(memory, query)) names.add(name);
    return copy(graph.shown(names));
  },
  asText: pretty,
});

export const openNodes = defineOperation({
  ...reads,
  name: 'open_nodes',
  summary: 'Open entities of the knowledge graph by their names.',
  description: 'With every relation that one of them has. A name that is not there is passed over.',
  input: z.object({ names: z.array(Name).describe('The names of the entities.') }),
  run: async (memory, { names }) => copy((await StatedGraph.read(memory)).shown(new Set(names))),
  asText: pretty,
});

/** Names of entities with a recalled statement. */
async function recalledNames(memory: Mneme, query: string): Promise<string[]> {
  if (query.trim() === '') return [];
  const { results } = await memory.recall({
    query,
    tags: [GRAPH_TAG],
    minKnown: MIN_KNOWN,
    fields: ['id', 'content', 'metadata', 'probability'],
    expand: false,
  });
  const chance = ({ probability }: (typeof results)[number]): number => probability ?? 0;
  const best = Math.max(0, ...results.map(chance));
  return results
    .filter((result) => chance(result) >= BESIDE_BEST * best)
    .flatMap(({ content = '', metadata = {} }) => {
      const part = statedPart({ content, metadata });
      if (part === null) return [];
      return part.what === 'relation' ? [part.relation.from, part.relation.to] : [part.entity.name];
    });
}

async function forget(memory: Mneme, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await memory.forget(ids, 'deleted from the knowledge graph');
}

/** A copy with mutable lists, as the schema's type has them. */
function copy({ entities, relations }: KnowledgeGraph): z.output<typeof Graph> {
  return {
    entities: entities.map(({ observations, ...same }) => ({
      ...same,
      observations: [...observations],
    })),
    relations: relations.map((relation) => ({ ...relation })),
  };
}
