import { defineModule } from '@mneme/core/modules/module.js';
import { Graph } from './capability.js';
import {
  citeOperation,
  diagramOperation,
  graphMapOperation,
  graphOperation,
  hierarchyOperation,
  isAOperation,
  neighbourhoodOperation,
  pathOperation,
} from './operations.js';

/** Connections: paths, neighbourhoods, causes, classes, citations. */
export const graph = defineModule({
  name: 'graph',
  facade: { graph: Graph },
  operations: {
    hierarchy: hierarchyOperation,
    graph: graphOperation,
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
