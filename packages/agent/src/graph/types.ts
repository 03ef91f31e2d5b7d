// Public types of this module for programs that embed a memory.
export type { Graph } from './capability.js';
export type { CiteInput, Expansion } from './neighbourhood.js';
export type { Exploration, GraphInput } from './explore.js';
export type { GraphMap, MapNode } from './graph-map.js';
export type { FoundPath, PathAnswer, PathStep } from './find-path.js';
export type {
  HierarchyAnswer,
  HierarchyInput,
  HierarchyLink,
  HierarchyNode,
  IsAAnswer,
} from './hierarchy.js';
export type { GraphNode } from './nodes-and-links.js';
export type { GraphLink, Neighbourhood } from './neighbourhood.js';
export type { CausalAnswer, CausalQuery, StatedCause } from './query-causes.js';
