import { OPERATIONS } from '../../operations/table.js';
import { toolOf, type McpTool } from './tool.js';

/** What a chat that asks several models needs: its turns, the person's edits, the bridge, and the rest of the memory to ask. */
export const DIALOGUE_TOOLS: readonly McpTool[] = [
  OPERATIONS.dialogue_turn,
  OPERATIONS.dialogue_stage,
  OPERATIONS.dialogue_curate,
  OPERATIONS.dialogue_bridge,
  OPERATIONS.dialogue_show,
  OPERATIONS.dialogue_list,
  OPERATIONS.undo,
].map((operation) => toolOf(operation, undefined, 'short'));
