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

/** Every verb of dialogue memory begins so. */
const PREFIX = 'dialogue';

/** What a chat that asks several models needs: its turns, the person's edits, the bridge; and taking any of it back. */
export function dialogueTools(operations: Readonly<Record<string, Operation>>): readonly McpTool[] {
  return Object.values(operations)
    .filter(({ name }) => name.startsWith(PREFIX) || name === 'undo')
    .map((operation) => toolOf(operation, undefined, 'short'));
}

/**
 * The nine tools of the Model Context Protocol's reference memory server, with its names, fields and answers, over the memory's own
 * verbs (docs/decisions/0072): who used that server changes the one line that starts it.
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
