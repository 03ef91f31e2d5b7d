import { z } from 'zod';
import { MemoryId } from '@mneme/core/domain/ids.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { RecallCases, asTestCases } from '@mneme/core/modules/testing/index.js';
import { view, type McpTool } from './tool.js';

const NodeId = MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.');
const {
  graph,
  causes,
  cite,
  log,
  list,
  update,
  merge,
  undo,
  check,
  advise,
  session,
  why,
  hierarchy,
} = OPERATIONS;
const By = update.input.shape.boost
  .unwrap()
  .default(0.1)
  .describe('What is added to its importance, -1 to 1; it stays within 0 and 1.');

/** A field of the operation, with a schema of its own where that of the operation does not fit. */
type FieldOf<Shape> = keyof Shape | readonly [keyof Shape, z.ZodType];

/** A view of an operation whose fields are only called otherwise. `always` is what no field gives. */
function renamed<Shape extends z.ZodRawShape>(
  operation: { readonly input: z.ZodObject<Shape> } & Parameters<typeof view>[0],
  {
    fields,
    always = {},
    ...shown
  }: {
    readonly name: string;
    readonly description?: string;
    readonly fields: Readonly<Record<string, FieldOf<Shape>>>;
    readonly always?: Partial<z.input<z.ZodObject<Shape>>>;
  },
): McpTool {
  const own = Object.entries(fields).map(([name, of]) => {
    const [field, schema] = Array.isArray(of) ? of : [of, operation.input.shape[of as keyof Shape]];
    return { name, field, schema };
  });
  return view(operation, {
    ...shown,
    input: z.strictObject(Object.fromEntries(own.map(({ name, schema }) => [name, schema]))),
    toInput: (args) => ({
      ...Object.fromEntries(own.map(({ name, field }) => [field, args[name]])),
      ...always,
    }),
  });
}

/**
 * The other tools of the source, with its names and parameters, each a view of one operation. Parameters of the
 * source that nothing implements are left out.
 */
export const SOURCE_TOOLS: readonly McpTool[] = [
  renamed(graph, {
    name: 'explore_neighborhood',
    fields: {
      start: ['of', graph.input.shape.of.unwrap()],
      max_hops: 'hops',
      edge_types: 'families',
      limit: 'limit',
    },
  }),
  renamed(graph, {
    name: 'find_causal_path',
    fields: {
      start_concept: ['of', graph.input.shape.of.unwrap()],
      end_concept: ['to', graph.input.shape.to.unwrap()],
      max_hops: 'hops',
      path_type: 'type',
      include_alternatives: 'alternatives',
    },
  }),
  renamed(causes, {
    name: 'query_causal',
    fields: { action: 'action', outcome: 'outcome', limit: 'limit' },
  }),
  renamed(hierarchy, {
    name: 'entailment_query',
    fields: {
      concept: 'name',
      kind: [
        'kind',
        hierarchy.input.shape.kind.unwrap().describe('What it may be a kind or a part of.'),
      ],
      relation: 'relation',
      likelihood: 'likelihood',
    },
  }),
  renamed(hierarchy, {
    name: 'get_entailments',
    fields: { concept: 'name', direction: 'direction', limit: 'limit' },
  }),
  renamed(cite, {
    name: 'hydrate_citation',
    fields: { citation_tags: 'tags', include_neighbors: 'neighbours' },
  }),
  renamed(OPERATIONS.show, {
    name: 'get_node_lineage',
    description:
      'Show one memory with every change of it: when, by whom, why, and what it altered; then what took its place.',
    fields: { node_id: ['id', NodeId] },
    always: { history: true },
  }),
  renamed(list, {
    name: 'search_tombstones',
    description:
      'List what was forgotten, the newest first, or what of it has these words. `restore_concept` brings a memory back.',
    fields: { query: 'match', limit: 'limit', cursor: 'cursor' },
    always: { onlyForgotten: true, order: 'newest' },
  }),
  renamed(log, {
    name: 'get_system_logs',
    fields: {
      log_type: 'type',
      node_id: ['memory', NodeId.optional()],
      since: 'from',
      limit: 'limit',
    },
  }),
  renamed(update, {
    name: 'annotate_node',
    description: 'Add a remark or tags to a memory; its words stay as they are.',
    fields: { node_id: ['id', NodeId], note: 'remark', tags: 'addTags' },
  }),
  renamed(update, {
    name: 'boost_importance',
    description: 'Make a memory matter more, or less; recall weighs it.',
    fields: { node_id: ['id', NodeId], by: ['boost', By], reason: 'reason' },
  }),
  renamed(undo, {
    name: 'restore_from_hash',
    fields: {
      reversal_hash: [
        'hash',
        undo.input.shape.hash.unwrap().describe('The code of the change, as its receipt told it.'),
      ],
      reason: 'reason',
      force: 'force',
    },
  }),
  renamed(merge, {
    name: 'merge_concepts',
    fields: {
      source_node_ids: 'ids',
      target_name: [
        'name',
        merge.input.shape.name.unwrap().describe('What the one is called from now on.'),
      ],
      merge_strategy: 'strategy',
      force_merge: 'force',
      rationale: 'reason',
    },
  }),
  renamed(advise, { name: 'get_system_instructions', fields: {} }),
  renamed(OPERATIONS.status, { name: 'get_graph_manifest', fields: {} }),
  renamed(advise, {
    name: 'reflect_on_memory',
    fields: { goal: 'goal', session_id: 'session', max_steps: 'maxSteps' },
  }),
  view(session, {
    name: 'temporary_scratchpad',
    description:
      'Keep, read or drop an agent’s notes for the length of a session: no memory, never recalled, gone with the session.',
    input: z.strictObject({
      action: z
        .enum(['store', 'retrieve', 'clear'])
        .describe(
          'store: keep a note; retrieve: read the notes you may see; clear: drop your own.',
        ),
      session_id: session.input.shape.session,
      agent_id: session.input.shape.agent.unwrap().describe('Who writes or reads.'),
      content: session.input.shape.keep,
      privacy: session.input.shape.privacy,
      tags: session.input.shape.tags,
    }),
    toInput: ({ action, session_id, agent_id, content, ...same }) => ({
      ...same,
      session: session_id,
      agent: agent_id,
      keep: content,
      clear: action === 'clear',
    }),
  }),
  view(advise, {
    name: 'generate_search_plan',
    input: z.strictObject({
      goal: advise.input.shape.goal.unwrap(),
      query_types: z
        .array(z.enum(['semantic', 'causal', 'code', 'temporal', 'hierarchical']))
        .optional()
        .describe('Taken, and not needed: the goal tells which kinds of query it wants.'),
      max_queries: z.int().min(1).max(7).default(3).describe('Most steps.'),
    }),
    toInput: ({ goal, max_queries }) => ({ goal, maxSteps: Math.min(max_queries, 5) }),
  }),
  renamed(check, {
    name: 'critique_context',
    fields: {
      reasoning_summary: 'text',
      focal_nodes: 'memories',
      contradiction_threshold: 'minConfidence',
    },
  }),
  renamed(OPERATIONS.status, { name: 'get_memetic_status', fields: {} }),
  renamed(OPERATIONS.status, { name: 'utl_status', fields: {} }),
  view(OPERATIONS.test, {
    name: 'test_recall_accuracy',
    input: RecallCases,
    toInput: asTestCases,
  }),
  renamed(why, {
    name: 'debug_compare_retrieval',
    fields: {
      query: ['query', why.input.shape.query.unwrap().describe('The question.')],
      top_k: 'limit',
    },
  }),
];
