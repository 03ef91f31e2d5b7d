import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { OPERATIONS } from '../../operations/table.js';
import { view, type McpTool } from './tool.js';

const NodeId = MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.');
const {
  neighbourhood,
  path,
  causes,
  cite,
  log,
  list,
  update,
  merge,
  manifest,
  undo,
  check,
  search_plan,
  advise,
  session,
  recall_accuracy,
  compare_retrieval,
  is_a,
  hierarchy,
} = OPERATIONS;
const By = update.input.shape.boost
  .unwrap()
  .default(0.1)
  .describe('What is added to its importance, -1 to 1; it stays within 0 and 1.');

/**
 * The other tools of the source, under its names and with its parameters: each a view of one operation. A parameter
 * of the source that nothing stands behind is not offered.
 */
export const SOURCE_TOOLS: readonly McpTool[] = [
  view(neighbourhood, {
    name: 'explore_neighborhood',
    input: z.strictObject({
      start: neighbourhood.input.shape.of,
      max_hops: neighbourhood.input.shape.hops,
      edge_types: neighbourhood.input.shape.families,
      limit: neighbourhood.input.shape.limit,
    }),
    toInput: ({ start, max_hops, edge_types, limit }) => ({
      of: start,
      hops: max_hops,
      families: edge_types,
      limit,
    }),
  }),
  view(path, {
    name: 'find_causal_path',
    input: z.strictObject({
      start_concept: path.input.shape.from,
      end_concept: path.input.shape.to,
      max_hops: path.input.shape.maxHops,
      path_type: path.input.shape.type,
      include_alternatives: path.input.shape.alternatives,
    }),
    toInput: ({ start_concept, end_concept, max_hops, path_type, include_alternatives }) => ({
      from: start_concept,
      to: end_concept,
      maxHops: max_hops,
      type: path_type,
      alternatives: include_alternatives,
    }),
  }),
  view(causes, { name: 'query_causal', input: causes.input, toInput: (args) => args }),
  view(is_a, {
    name: 'entailment_query',
    input: z.strictObject({
      concept: is_a.input.shape.name,
      kind: is_a.input.shape.kind,
      relation: is_a.input.shape.relation,
      likelihood: is_a.input.shape.likelihood,
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
  view(manifest, {
    name: 'reload_manifest',
    description:
      'Do what an edited manifest (resource admin://manifest) asks for, in one change that can be undone. Bad lines are named with their numbers; then nothing is done.',
    input: z.strictObject({
      text: manifest.input.shape.text.unwrap().describe('The edited file.'),
      preview: manifest.input.shape.preview,
    }),
    toInput: (args) => args,
  }),
  view(OPERATIONS.guide, {
    name: 'get_system_instructions',
    input: z.strictObject({}),
    toInput: (args) => args,
  }),
  view(OPERATIONS.graph_description, {
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
  view(search_plan, {
    name: 'generate_search_plan',
    input: z.strictObject({
      goal: search_plan.input.shape.goal,
      query_types: search_plan.input.shape.types,
      max_queries: search_plan.input.shape.maxQueries,
    }),
    toInput: ({ goal, query_types, max_queries }) => ({
      goal,
      types: query_types,
      maxQueries: max_queries,
    }),
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
  view(OPERATIONS.purpose, {
    name: 'utl_status',
    input: z.strictObject({}),
    toInput: (args) => args,
  }),
  view(recall_accuracy, {
    name: 'test_recall_accuracy',
    input: recall_accuracy.input,
    toInput: (args) => args,
  }),
  view(compare_retrieval, {
    name: 'debug_compare_retrieval',
    input: z.strictObject({
      query: compare_retrieval.input.shape.query,
      top_k: compare_retrieval.input.shape.k,
    }),
    toInput: ({ query, top_k }) => ({ query, k: top_k }),
  }),
];
