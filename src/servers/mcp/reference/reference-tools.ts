import type { Operation } from '../../../operations/operation.js';
import { toolOf, type McpTool } from '../tool.js';
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
} from './graph-operations.js';

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
