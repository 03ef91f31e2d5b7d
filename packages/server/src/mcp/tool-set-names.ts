import { MnemeError } from '@mneme/core/domain/errors.js';

/** The tool sets that a server can offer. */
export const TOOL_SETS = ['agent', 'core', 'graph', 'full', 'dialogue', 'reference'] as const;
/** The default. */
export const DEFAULT_TOOLS: ToolSet = 'agent';
export type ToolSet = (typeof TOOL_SETS)[number];

/** Throws `invalid_input` with the choices for an unknown name. */
export function toolSetNamed(name: string): ToolSet {
  const set = TOOL_SETS.find((each) => each === name);
  if (set !== undefined) return set;
  throw new MnemeError('invalid_input', `--tools: there is no set ${name}.`, {
    field: '--tools',
    value: name,
    hint: `One of: ${TOOL_SETS.join(', ')}.`,
  });
}
