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
          ...(operation.forOperators === true || operation.former !== undefined
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
