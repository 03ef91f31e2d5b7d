import type { Operation } from '../../operations/operation.js';
import { allOperations } from '../../operations/all-operations.js';
import { AGENT_TOOLS } from './agent-tools.js';
import { CORE_TOOLS } from './core-tools.js';
import { dialogueTools } from './dialogue-tools.js';
import { REFERENCE_TOOLS } from './reference/reference-tools.js';
import { SOURCE_TOOLS } from './source-tools.js';
import { toolOf, type McpTool } from './tool.js';
import type { ToolSet } from './tool-set.js';

/** The tools of a set, always in the same order, so that a client's prompt cache holds. */
export function toolsOf(
  set: ToolSet,
  operations: Readonly<Record<string, Operation>> = allOperations(),
): readonly McpTool[] {
  return SETS[set](operations);
}

/** What tunes, measures or draws a bank, describes it to a model that has not met it, or has a set of its own: it answers calls and is not listed among the many. */
const FOR_OPERATORS: ReadonlySet<string> = new Set([
  'bank_configure',
  'branch_compare',
  'branch_list',
  'branch_make',
  'branch_merge',
  'circles',
  'compare_answers',
  'compare_retrieval',
  'competence_sync',
  'credit',
  'dialogue_bridge',
  'dialogue_curate',
  'dialogue_history',
  'dialogue_list',
  'dialogue_prefer',
  'dialogue_preferences',
  'dialogue_show',
  'dialogue_stage',
  'dialogue_turn',
  'diagram',
  'documents_change',
  'documents_get',
  'documents_list',
  'dream',
  'dream_leave',
  'dream_report',
  'dream_settle',
  'dream_stop',
  'entity_list',
  'forecast_score',
  'forecast_settle',
  'forecast_snooze',
  'graph_description',
  'graph_map',
  'guide',
  'import',
  'infer_keep',
  'infer_list',
  'lineage',
  'recall_accuracy',
  'reindex',
  'search_space',
  'strategy_outcome',
  'strategies_compress',
  'test_pin',
  'test_run',
  'timeline',
  'verdicts',
  'verify',
  'worth',
]);

type Operations = Readonly<Record<string, Operation>>;

const SETS: Readonly<Record<ToolSet, (operations: Operations) => readonly McpTool[]>> = {
  // Prompts that were written for the names of `core` go on working.
  agent: () => withAliases(AGENT_TOOLS, CORE_TOOLS),
  core: () => CORE_TOOLS,
  graph: () => [...CORE_TOOLS, ...SOURCE_TOOLS],
  full: (operations) =>
    withAliases(
      Object.values(operations)
        .filter(({ forPeople }) => forPeople !== true)
        .map((operation) => ({
          ...toolOf(operation, undefined, 'short'),
          ...(FOR_OPERATORS.has(operation.name) || operation.former !== undefined
            ? { unlisted: true as const }
            : {}),
        })),
      [...CORE_TOOLS, ...SOURCE_TOOLS],
    ),
  dialogue: (operations) => withAliases(dialogueTools(operations), [...AGENT_TOOLS, ...CORE_TOOLS]),
  reference: () => REFERENCE_TOOLS,
};

/** Tools with others that answer, too, by names that the first ones do not have. */
function withAliases(tools: readonly McpTool[], others: readonly McpTool[]): McpTool[] {
  const names = new Set(tools.map(({ listing }) => listing.name));
  return [
    ...tools,
    ...others
      .filter(({ listing }) => !names.has(listing.name))
      .map((tool): McpTool => ({ ...tool, unlisted: true })),
  ];
}
