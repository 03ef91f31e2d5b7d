import type { Operation } from '../../operations/operation.js';
import { OPERATIONS } from '../../operations/table.js';
import { CORE_TOOLS } from './core-tools.js';
import { REFERENCE_TOOLS } from './reference/reference-tools.js';
import { SOURCE_TOOLS } from './source-tools.js';
import { toolOf, type McpTool } from './tool.js';
import type { ToolSet } from './tool-set.js';

/** The tools of a set, always in the same order, so that a client's prompt cache holds. */
export function toolsOf(set: ToolSet): readonly McpTool[] {
  return SETS[set]();
}

const SETS: Readonly<Record<ToolSet, () => readonly McpTool[]>> = {
  core: () => CORE_TOOLS,
  full: () => [
    ...CORE_TOOLS,
    ...SOURCE_TOOLS,
    ...(Object.values(OPERATIONS) as unknown as Operation[])
      .filter(({ forPeople }) => forPeople !== true)
      .map((operation) => toolOf(operation)),
  ],
  reference: () => REFERENCE_TOOLS,
};
