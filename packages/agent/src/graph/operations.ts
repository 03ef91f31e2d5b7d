import { z } from 'zod';
import { DiagramInput } from './diagram.js';
import { Exploration, GraphInput } from './explore.js';
import { PathInput } from './find-path.js';
import { GraphMapInput } from './graph-map.js';
import { HierarchyAnswer, HierarchyInput } from './hierarchy.js';
import { CiteInput, Expansion, NeighbourhoodInput } from './neighbourhood.js';
import { renderCitations, renderExploration, renderHierarchy } from './view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

export const graphOperation = defineOperation({
  name: 'graph',
  summary: 'Show what surrounds a thing, how two hang together, or the bank as a whole.',
  description:
    'With `of`, what is up to three links away, the nearest first; with `to`, the way with the strongest links, of at most six; without either, entities and memories with the links among them, to be drawn. With `mermaid` as text that documentation, chats and editors draw.',
  input: GraphInput,
  output: Exploration,
  positional: ['of', 'to'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme graph Priya --hops 2',
      shows: 'people, places and memories two links around Priya',
    },
    { command: 'mneme graph Tom Lisbon', shows: 'Tom, a memory, Priya, Lisbon' },
    {
      command: 'mneme graph "the storm" "power cut" --type causal --hops 6',
      shows: 'from cause to effect',
    },
    { command: 'mneme graph --no-memories --json', shows: 'people and things with their links' },
    { command: 'mneme graph Priya --mermaid neighbourhood', shows: 'a flowchart' },
  ],
  verb: ['graph.explore', 'of'],
  places: [{ method: 'POST', path: '/graph' }],
  asLines: renderExploration,
  run: (memory, input) => memory.graph.explore(input),
});

export const citeOperation = defineOperation({
  name: 'cite',
  summary: 'Expand citations to the memories behind them.',
  description:
    'A context cites memories by the first letters of their ids, as in [m_7wa4]. A tag that has come to fit several memories gives them all.',
  input: CiteInput,
  output: z.strictObject({ expansions: z.array(Expansion), unknown: z.array(z.string()) }),
  positional: ['tags'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme cite m_7wa4 m_k0q1', shows: 'two memories, whole' }],
  verb: ['graph.cite'],
  places: [{ method: 'POST', path: '/citations' }],
  asLines: renderCitations,
  run: (memory, input) => memory.graph.cite(input),
});

export const hierarchyOperation = defineOperation({
  name: 'hierarchy',
  summary:
    'List what a thing is, or what is of it, the nearest first; or tell whether it is of a kind.',
  description:
    'Walks the bank’s “is a” and “part of” links up to the ancestors or down to the descendants, each with the memories that told it. With a kind: whether it is one, link by link; where nobody told it, the nearest thing that both are, and with --likelihood an estimate from entailment cones. Links that close a circle are left out and reported.',
  input: HierarchyInput,
  output: HierarchyAnswer,
  positional: ['name', 'kind'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme hierarchy Marmalade', shows: 'greyhound, dog, animal' },
    { command: 'mneme hierarchy dog --direction descendants', shows: 'every dog and kind of dog' },
    {
      command: 'mneme hierarchy Marmalade animal',
      shows: 'yes, because Marmalade is a greyhound, and so on',
    },
    {
      command: 'mneme hierarchy Porto Portugal --relation part_of',
      shows: 'whether Porto is part of Portugal',
    },
  ],
  verb: ['graph.hierarchy', 'name'],
  asLines: renderHierarchy,
  run: (memory, input) => memory.graph.hierarchy(input),
});

// Former names of verbs that were merged into `graph` and `hierarchy`.

export const neighbourhoodOperation = deprecatedVerb(graphOperation, {
  name: 'neighbourhood',
  positional: ['of'],
  places: [{ method: 'POST', path: '/graph/neighbourhood' }],
  input: NeighbourhoodInput,
  as: (given) => given,
});

const { of: from, to, hops: maxHops, type, alternatives } = PathInput.shape;

export const pathOperation = deprecatedVerb(graphOperation, {
  name: 'path',
  positional: ['from', 'to'],
  places: [{ method: 'POST', path: '/graph/path' }],
  input: z.strictObject({ from, to, maxHops, type, alternatives }),
  as: ({ from: of, maxHops: hops, ...same }) => ({ of, hops, ...same }),
});

const { of, mermaid: show, hops, limit } = DiagramInput.shape;

export const diagramOperation = deprecatedVerb(graphOperation, {
  name: 'diagram',
  positional: ['of'],
  places: [{ method: 'POST', path: '/graph/diagram' }],
  input: z.strictObject({ of, show, hops, limit }),
  as: ({ show: mermaid, ...same }) => ({ mermaid, ...same }),
});

export const graphMapOperation = deprecatedVerb(graphOperation, {
  name: 'graph_map',
  words: ['graph-map'],
  positional: [],
  places: [{ method: 'GET', path: '/graph/map' }],
  input: GraphMapInput,
  as: (given: z.output<typeof GraphMapInput>): z.input<typeof GraphInput> => given,
});

const { name, kind, relation, likelihood } = HierarchyInput.shape;

export const isAOperation = deprecatedVerb(hierarchyOperation, {
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
