import { MnemeError } from '../../domain/errors.js';
import type { Operation } from '../../operations/operation.js';
import { OPERATIONS } from '../../operations/table.js';
import { CORE_TOOLS } from './core-tools.js';
import { toolOf, type McpTool } from './tool.js';

/** Which tools a server offers. */
export const TOOL_SETS = ['core', 'full'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** The tools of a set, always in the same order, so that a client's prompt cache holds. */
export function toolsOf(set: ToolSet): readonly McpTool[] {
  return SETS[set]();
}

/** Throws `invalid_input` with the choices for a name that is no set's. */
export function toolSetNamed(name: string): ToolSet {
  const set = TOOL_SETS.find((each) => each === name);
  if (set !== undefined) return set;
  throw new MnemeError('invalid_input', `--tools: there is no set ${name}.`, { field: '--tools', value: name, hint: `One of: ${TOOL_SETS.join(', ')}.` });
}

const SETS: Readonly<Record<ToolSet, () => readonly McpTool[]>> = {
  core: () => CORE_TOOLS,
  full: () => [...CORE_TOOLS, ...Object.values(OPERATIONS).map((operation) => toolOf(operation as unknown as Operation))],
};
