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

/**
 * The other tools of the source, with its names and parameters, each a view of one operation. Parameters of the
 * source that nothing implements are left out.
 */
export const SOURCE_TOOLS: readonly McpTool[] = [
  view(graph, {
    name: 'explore_neighborhood',
    input: z.strictObject({
      start: graph.input.shape.of.unwrap(),
      max_hops: graph.input.shape.hops,
      edge_types: graph.input.shape.families,
      limit: graph.input.shape.limit,
    }),
    toInput: ({ start, max_hops, edge_types, limit }) => ({
      of: start,
      hops: max_hops,
      families: edge_types,
      limit,
    }),
  }),
  view(graph, {
    name: 'find_causal_path',
    input: z.strictObject({
      start_concept: graph.input.shape.of.unwrap(),
      end_concept: graph.input.shape.to.unwrap(),
      max_hops: graph.input.shape.hops,
      path_type: graph.input.shape.type,
      include_alternatives: graph.input.shape.alternatives,
    }),
    toInput: ({ start_concept, end_concept, max_hops, path_type, include_alternatives }) => ({
      of: start_concept,
      to: end_concept,
      hops: max_hops,
      type: path_type,
      alternatives: include_alternatives,
    }),
  }),
  view(causes, {
    name: 'query_causal',
    input: z.strictObject({
      action: causes.input.shape.action,
      outcome: causes.input.shape.outcome,
      limit: causes.input.shape.limit,
    }),
    toInput: (args) => args,
  }),
  view(hierarchy, {
    name: 'entailment_query',
    input: z.strictObject({
      concept: hierarchy.input.shape.name,
      kind: hierarchy.input.shape.kind.unwrap().describe('What it may be a kind or a part of.'),
      relation: hierarchy.input.shape.relation,
      likelihood: hierarchy.input.shape.likelihood,
    }),
    toInput: ({ concept, ...same }) => ({ name: concept, ...same }),
  }),
  view(hierarchy, {
    name: 'get_entailments',
    input: z.strictObject({
      concept: hierarchy.input.shape.name,
      direction: hierarchy.input.shape.direction,
      limit: hierarchy.input.shape.limit,
    }),
    toInput: ({ concept, ...same }) => ({ name: concept, ...same }),
  }),
  view(cite, {
    name: 'hydrate_citation',
    input: z.strictObject({
      citation_tags: cite.input.shape.tags,
      include_neighbors: cite.input.shape.neighbours,
    }),
    toInput: ({ citation_tags, include_neighbors }) => ({
      tags: citation_tags,
      neighbours: include_neighbors,
    }),
  }),
  view(OPERATIONS.show, {
    name: 'get_node_lineage',
    description:
      'Show one memory with every change of it: when, by whom, why, and what it altered; then what took its place.',
    input: z.strictObject({ node_id: NodeId }),
    toInput: ({ node_id }) => ({ id: node_id, history: true }),
  }),
  view(list, {
    name: 'search_tombstones',
    description:
      'List what was forgotten, the newest first, or what of it has these words. `restore_concept` brings a memory back.',
    input: z.strictObject({
      query: list.input.shape.match,
      limit: list.input.shape.limit,
      cursor: list.input.shape.cursor,
    }),
    toInput: ({ query, ...same }) => ({
      ...same,
      match: query,
      onlyForgotten: true,
      order: 'newest',
    }),
  }),
  view(log, {
    name: 'get_system_logs',
    input: z.strictObject({
      log_type: log.input.shape.type,
      node_id: NodeId.optional(),
      since: log.input.shape.from,
      limit: log.input.shape.limit,
    }),
    toInput: ({ log_type, node_id, since, limit }) => ({
      type: log_type,
      memory: node_id,
      from: since,
      limit,
    }),
  }),
  view(update, {
    name: 'annotate_node',
    description: 'Add a remark or tags to a memory; its words stay as they are.',
    input: z.strictObject({
      node_id: NodeId,
      note: update.input.shape.remark,
      tags: update.input.shape.addTags,
    }),
    toInput: ({ node_id, note, tags }) => ({ id: node_id, remark: note, addTags: tags }),
  }),
  view(update, {
    name: 'boost_importance',
    description: 'Make a memory matter more, or less; recall weighs it.',
    input: z.strictObject({
      node_id: NodeId,
      by: By,
      reason: update.input.shape.reason,
    }),
    toInput: ({ node_id, by, reason }) => ({ id: node_id, boost: by, reason }),
  }),
  view(undo, {
    name: 'restore_from_hash',
    input: z.strictObject({
      reversal_hash: undo.input.shape.hash
        .unwrap()
        .describe('The code of the change, as its receipt told it.'),
      reason: undo.input.shape.reason,
      force: undo.input.shape.force,
    }),
    toInput: ({ reversal_hash, ...same }) => ({ hash: reversal_hash, ...same }),
  }),
  view(merge, {
    name: 'merge_concepts',
    input: z.strictObject({
      source_node_ids: merge.input.shape.ids,
      target_name: merge.input.shape.name.unwrap().describe('What the one is called from now on.'),
      merge_strategy: merge.input.shape.strategy,
      force_merge: merge.input.shape.force,
      rationale: merge.input.shape.reason,
    }),
    toInput: ({ source_node_ids, target_name, merge_strategy, force_merge, rationale }) => ({
      ids: source_node_ids,
      name: target_name,
      strategy: merge_strategy,
      force: force_merge,
      reason: rationale,
    }),
  }),
  view(advise, {
    name: 'get_system_instructions',
    input: z.strictObject({}),
    toInput: (args) => args,
  }),
  view(OPERATIONS.status, {
    name: 'get_graph_manifest',
    input: z.strictObject({}),
    toInput: (args) => args,
  }),
  view(advise, {
    name: 'reflect_on_memory',
    input: z.strictObject({
      goal: advise.input.shape.goal,
      session_id: advise.input.shape.session,
      max_steps: advise.input.shape.maxSteps,
    }),
    toInput: ({ goal, session_id, max_steps }) => ({
      goal,
      session: session_id,
      maxSteps: max_steps,
    }),
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
  view(check, {
    name: 'critique_context',
    input: z.strictObject({
      reasoning_summary: check.input.shape.text,
      focal_nodes: check.input.shape.memories,
      contradiction_threshold: check.input.shape.minConfidence,
    }),
    toInput: ({ reasoning_summary, focal_nodes, contradiction_threshold }) => ({
      text: reasoning_summary,
      memories: focal_nodes,
      minConfidence: contradiction_threshold,
    }),
  }),
  view(OPERATIONS.status, {
    name: 'get_memetic_status',
    input: z.strictObject({}),
    toInput: (args) => args,
  }),
  view(OPERATIONS.status, {
    name: 'utl_status',
    input: z.strictObject({}),
    toInput: (args) => args,
  }),
  view(OPERATIONS.test, {
    name: 'test_recall_accuracy',
    input: RecallCases,
    toInput: asTestCases,
  }),
  view(why, {
    name: 'debug_compare_retrieval',
    input: z.strictObject({
      query: why.input.shape.query.unwrap().describe('The question.'),
      top_k: why.input.shape.limit,
    }),
    toInput: ({ query, top_k }) => ({ query, limit: top_k }),
  }),
];
