import type { Operation } from '../../operations/operation.js';
import { toolOf, type McpTool } from './tool.js';

/** Every verb of dialogue memory begins so. */
const PREFIX = 'dialogue';

/** What a chat that asks several models needs: its turns, the person's edits, the bridge; and taking any of it back. */
export function dialogueTools(operations: Readonly<Record<string, Operation>>): readonly McpTool[] {
  return Object.values(operations)
    .filter(({ name }) => name.startsWith(PREFIX) || name === 'undo')
    .map((operation) => toolOf(operation, undefined, 'short'));
}
