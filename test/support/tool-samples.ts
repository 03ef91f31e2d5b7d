/** What the tools that are no operation's own are called with. */
import type { FilledFile } from './operation-samples.js';

type ToolSamples = Readonly<Record<string, Record<string, unknown>>>;

/** What each tool that an agent has by default is called with. */
export function agentSamples({
  memory,
  other,
  mistaken,
  result,
  reversal,
}: FilledFile): ToolSamples {
  return {
    remember: { content: 'The heron came back to the weir.', speaker: 'Ana' },
    recall: { query: 'What is Tom going to do in Porto?' },
    context: { query: 'Where does Tom live?', max_tokens: 600 },
    brief: { max_tokens: 600 },
    recent: { limit: 20 },
    unread: {},
    show: { id: memory },
    update: { id: mistaken, content: 'The ferry leaves the north pier at half past six.' },
    forget: { ids: [other] },
    undo: { code: reversal },
    feedback: { result, verdict: 'useful' },
  };
}

/** What each core tool is called with. */
export function coreSamples({ memory, other }: FilledFile): ToolSamples {
  return {
    inject_context: { query: 'Where does Tom live?', max_tokens: 2_000 },
    store_memory: { content: 'The heron came back to the weir.', speaker: 'Ana' },
    search_graph: { query: 'What is Tom going to do in Porto?' },
    get_recent_context: { limit: 50 },
    get_neighborhood: { node_id: memory },
    forget_concept: { node_id: other, reason: 'obsolete' },
    restore_concept: { node_id: other },
  };
}

/** What each tool under a name of the source is called with. */
export function sourceSamples({ memory, otherReversal, otherTwins }: FilledFile): ToolSamples {
  return {
    explore_neighborhood: { start: 'Tom Okafor', max_hops: 2 },
    find_causal_path: {
      start_concept: 'Tom Okafor',
      end_concept: 'Porto',
      path_type: 'any',
      include_alternatives: true,
    },
    query_causal: { outcome: 'Tom moved' },
    entailment_query: { concept: 'Marmalade', kind: 'greyhound' },
    get_entailments: { concept: 'Marmalade' },
    hydrate_citation: { citation_tags: [`[${memory.slice(0, 6)}]`], include_neighbors: true },
    get_node_lineage: { node_id: memory },
    search_tombstones: { query: 'nothing' },
    get_system_logs: { log_type: 'all', node_id: memory, limit: 5 },
    annotate_node: { node_id: memory, note: 'He told it himself.' },
    boost_importance: { node_id: memory, by: 0.1 },
    restore_from_hash: { reversal_hash: otherReversal },
    merge_concepts: {
      source_node_ids: otherTwins,
      target_name: 'The gate to the orchard',
      merge_strategy: 'keep_highest',
      rationale: 'They say the same.',
    },
    get_system_instructions: {},
    get_graph_manifest: {},
    reflect_on_memory: { goal: 'Find out why Tom moved to Porto', max_steps: 2 },
    temporary_scratchpad: {
      action: 'store',
      session_id: 'chat-7',
      agent_id: 'planner',
      content: 'Ask about the dog.',
      privacy: 'team',
      tags: ['open'],
    },
    generate_search_plan: { goal: 'Plan a visit to Tom in Porto', max_queries: 2 },
    critique_context: {
      reasoning_summary: 'The pool size of the staging database is 99.',
      contradiction_threshold: 0.5,
    },
    get_memetic_status: {},
    utl_status: {},
    test_recall_accuracy: { cases: [{ query: 'Where is Tom?', expected: [memory] }] },
    debug_compare_retrieval: { query: 'Where is Tom?', top_k: 5 },
  };
}

/** What each tool of the reference server is called with, in an order that leaves something for the next. */
export function referenceSamples(): ToolSamples {
  return {
    create_entities: {
      entities: [
        { name: 'John Smith', entityType: 'person', observations: ['Speaks Spanish, and badly.'] },
        { name: 'Anthropic', entityType: 'organisation', observations: [] },
      ],
    },
    create_relations: {
      relations: [{ from: 'John Smith', to: 'Anthropic', relationType: 'works at' }],
    },
    add_observations: {
      observations: [{ entityName: 'John Smith', contents: ['Plays chess on Sundays.'] }],
    },
    read_graph: {},
    search_nodes: { query: 'John' },
    open_nodes: { names: ['John Smith'] },
    delete_observations: {
      deletions: [{ entityName: 'Nobody At All Known', observations: ['He is tall.'] }],
    },
    delete_relations: {
      relations: [{ from: 'John Smith', to: 'Anthropic', relationType: 'works at' }],
    },
    delete_entities: { entityNames: ['Nobody At All Known'] },
  };
}
