import type { Operation } from '@mneme/core/operations/operation.js';
import { allOperations } from '@mneme/mneme/operations/table.js';
import { AGENT_TOOLS } from './agent-tools.js';
import { CORE_TOOLS } from './core-tools.js';
import {
  addObservations,
  createEntities,
  createRelations,
  deleteEntities,
  deleteObservations,
  deleteRelations,
  openNodes,
  readGraph,
  searchNodes,
} from './reference-operations.js';
import { SOURCE_TOOLS } from './source-tools.js';
import type { ToolSet } from './tool-set-names.js';
import { type McpTool, toolOf } from './tool.js';

/** Prefix of every verb of dialogue memory. */
const PREFIX = 'dialogue';

/** The tools of a chat with several models: its turns, the person's edits, the bridge; and undo. */
export function dialogueTools(operations: Readonly<Record<string, Operation>>): readonly McpTool[] {
  return Object.values(operations)
    .filter(({ name }) => name.startsWith(PREFIX) || name === 'undo')
    .map(shortTool);
}

/** Former names answer without being listed. */
const shortTool = (operation: Operation): McpTool => ({
  ...toolOf(operation, undefined, 'short'),
  ...(operation.former === undefined ? {} : { unlisted: true as const }),
});

/**
 * The nine tools of the MCP reference memory server, with its names, fields and answers, over our verbs
 * (docs/decisions/0072): to switch from it, change the line that starts the server.
 */
export const REFERENCE_TOOLS: readonly McpTool[] = (
  [
    createEntities,
    createRelations,
    addObservations,
    deleteEntities,
    deleteObservations,
    deleteRelations,
    readGraph,
    searchNodes,
    openNodes,
  ] as unknown as Operation[]
).map((operation) => toolOf(operation));

/** The tools of a set in a fixed order, for the sake of a client's prompt cache. */
export function toolsOf(
  set: ToolSet,
  operations: Readonly<Record<string, Operation>> = allOperations(),
): readonly McpTool[] {
  return SETS[set](operations);
}

type Operations = Readonly<Record<string, Operation>>;

const SETS: Readonly<Record<ToolSet, (operations: Operations) => readonly McpTool[]>> = {
  // Prompts written for the names in `core` continue to work.
  agent: () => withAliases(AGENT_TOOLS, CORE_TOOLS),
  core: () => CORE_TOOLS,
  graph: () => [...CORE_TOOLS, ...SOURCE_TOOLS],
  full: (operations) =>
    withAliases(
      Object.values(operations)
        .filter(({ forPeople }) => forPeople !== true)
        .map((operation) => ({
          ...shortTool(operation),
          ...(operation.forOperators === true ? { unlisted: true as const } : {}),
        })),
      [...CORE_TOOLS, ...SOURCE_TOOLS],
    ),
  dialogue: (operations) => withAliases(dialogueTools(operations), [...AGENT_TOOLS, ...CORE_TOOLS]),
  reference: () => REFERENCE_TOOLS,
};

/** Adds tools that answer calls but are not listed, where their names are free. */
function withAliases(tools: readonly McpTool[], others: readonly McpTool[]): McpTool[] {
  const names = new Set(tools.map(({ listing }) => listing.name));
  return [
    ...tools,
    ...others
      .filter(({ listing }) => !names.has(listing.name))
      .map((tool): McpTool => ({ ...tool, unlisted: true })),
  ];
}
