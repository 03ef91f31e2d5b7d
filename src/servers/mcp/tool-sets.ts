import type { Operation } from '../../operations/operation.js';
import { allOperations } from '../../operations/table.js';
import { CORE_TOOLS } from './core-tools.js';
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
  core: () => CORE_TOOLS,
  full: (operations) => [
    ...CORE_TOOLS,
    ...SOURCE_TOOLS,
    ...Object.values(operations)
      .filter(({ forPeople }) => forPeople !== true)
      .map((operation) => toolOf(operation)),
  ],
  reference: () => REFERENCE_TOOLS,
};
