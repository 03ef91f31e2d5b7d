// What programs that embed a memory see of this room.
export type { Graph } from './capability.js';
export type { CiteInput, Expansion } from './cite.js';
export type { FoundPath, PathAnswer, PathInput, PathStep } from './find-path.js';
export type {
  HierarchyAnswer,
  HierarchyInput,
  HierarchyLink,
  HierarchyNode,
  IsAAnswer,
  IsAInput,
} from './hierarchy.js';
export type { GraphNode } from './name-nodes.js';
export type { GraphLink, Neighbourhood, NeighbourhoodInput } from './neighbourhood.js';
export type { CausalAnswer, CausalQuery, StatedCause } from './query-causes.js';
export type { EntityCandidate, ResolvedEntity, ResolveEntityInput } from './resolve-entity.js';
export type { Diagram, DiagramInput } from './diagram.js';
