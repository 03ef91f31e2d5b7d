import { defineModule } from '../module.js';
import { Graph } from './capability.js';
import { hierarchyOperation } from './operations/hierarchy.js';
import {
  diagramOperation,
  graphMapOperation,
  isAOperation,
  neighbourhoodOperation,
  pathOperation,
} from './operations/former.js';
import { graphOperation, causesOperation, citeOperation } from './operations/graph.js';

/** Connections: paths, neighbourhoods, causes, classes, citations. */
export const graph = defineModule({
  name: 'graph',
  facade: { graph: Graph },
  operations: {
    hierarchy: hierarchyOperation,
    graph: graphOperation,
    causes: causesOperation,
    cite: citeOperation,
  },
  former: {
    neighbourhood: neighbourhoodOperation,
    path: pathOperation,
    diagram: diagramOperation,
    graph_map: graphMapOperation,
    is_a: isAOperation,
  },
});
