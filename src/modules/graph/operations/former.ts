// Verbs that `graph` and `hierarchy` have taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { DiagramInput } from '../diagram.js';
import type { GraphInput } from '../explore.js';
import { PathInput } from '../find-path.js';
import { GraphMapInput } from '../graph-map.js';
import { HierarchyInput } from '../hierarchy.js';
import { NeighbourhoodInput } from '../neighbourhood.js';
import { graphOperation } from './graph.js';
import { hierarchyOperation } from './hierarchy.js';

export const neighbourhoodOperation = formerly(graphOperation, {
  name: 'neighbourhood',
  positional: ['of'],
  places: [{ method: 'POST', path: '/graph/neighbourhood' }],
  input: NeighbourhoodInput,
  as: (given) => given,
});

const { of: from, to, hops: maxHops, type, alternatives } = PathInput.shape;

export const pathOperation = formerly(graphOperation, {
  name: 'path',
  positional: ['from', 'to'],
  places: [{ method: 'POST', path: '/graph/path' }],
  input: z.strictObject({ from, to, maxHops, type, alternatives }),
  as: ({ from: of, maxHops: hops, ...same }) => ({ of, hops, ...same }),
});

const { of, mermaid: show, hops, limit } = DiagramInput.shape;

export const diagramOperation = formerly(graphOperation, {
  name: 'diagram',
  positional: ['of'],
  places: [{ method: 'POST', path: '/graph/diagram' }],
  input: z.strictObject({ of, show, hops, limit }),
  as: ({ show: mermaid, ...same }) => ({ mermaid, ...same }),
});

export const graphMapOperation = formerly(graphOperation, {
  name: 'graph_map',
  words: ['graph-map'],
  positional: [],
  places: [{ method: 'GET', path: '/graph/map' }],
  input: GraphMapInput,
  as: (given: z.output<typeof GraphMapInput>): z.input<typeof GraphInput> => given,
});

const { name, kind, relation, likelihood } = HierarchyInput.shape;

export const isAOperation = formerly(hierarchyOperation, {
  name: 'is_a',
  words: ['is-a'],
  positional: ['name', 'kind'],
  places: [{ method: 'POST', path: '/hierarchy/is-a' }],
  input: z.strictObject({
    name,
    kind: kind.unwrap().describe('What it may be a kind or a part of.'),
    relation,
    likelihood,
  }),
  as: (given) => given,
});
