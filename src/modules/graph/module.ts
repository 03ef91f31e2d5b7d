import { defineModule } from '../module.js';
import { Graph } from './capability.js';
import { isAOperation, hierarchyOperation } from './operations/hierarchy.js';
import {
  neighbourhoodOperation,
  pathOperation,
  citeOperation,
  lineageOperation,
  tombstonesOperation,
  annotateOperation,
  boostOperation,
  diagramOperation,
} from './operations/graph.js';

/** Connections: paths, neighbourhoods, causes, classes, citations. */
export const graph = defineModule({
  name: 'graph',
  facade: { graph: Graph },
  operations: {
    is_a: isAOperation,
    hierarchy: hierarchyOperation,
    neighbourhood: neighbourhoodOperation,
    path: pathOperation,
    cite: citeOperation,
    lineage: lineageOperation,
    tombstones: tombstonesOperation,
    annotate: annotateOperation,
    boost: boostOperation,
    diagram: diagramOperation,
  },
});
