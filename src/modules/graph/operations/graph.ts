import { z } from 'zod';
import { CiteInput } from '../cite.js';
import { PathAnswer, PathInput } from '../find-path.js';
import { Diagram, DiagramInput } from '../diagram.js';
import { Neighbourhood, NeighbourhoodInput } from '../neighbourhood.js';
import { CausalAnswer, CausalQuery } from '../query-causes.js';
import { defineOperation } from '../../../operations/operation.js';
import { Expansion } from '../cite.js';
import { renderNeighbourhood, renderPath, renderCauses, renderCitations } from '../views/graph.js';

export const neighbourhoodOperation = defineOperation({
  name: 'neighbourhood',
  summary: 'Show what surrounds a memory or an entity, up to three links away.',
  description:
    'The nearest first, of those as near the strongest linked first, each with how it was reached.',
  input: NeighbourhoodInput,
  output: Neighbourhood,
  positional: ['of'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme neighbourhood Priya --hops 2',
      shows: 'people, places and memories two links around Priya',
    },
    {
      command: 'mneme neighbourhood m_01h5k0c2x9w7a --families causal',
      shows: 'what it causes and what causes it',
    },
  ],
  verb: ['graph.neighbourhood', 'of'],
  places: [{ method: 'POST', path: '/graph/neighbourhood' }],
  asLines: renderNeighbourhood,
  run: (memory, input) => memory.graph.neighbourhood(input),
});

export const diagramOperation = defineOperation({
  name: 'diagram',
  summary: 'Draw a part of the bank as a Mermaid flowchart.',
  description:
    'What is linked to something, how a memory came to be as it is, or what led to what: text that documentation, chats and editors draw.',
  input: DiagramInput,
  output: Diagram,
  positional: ['of'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme diagram Priya', shows: 'what is linked to Priya, as Mermaid' },
    { command: 'mneme diagram m_01h5k0c2x9w7a --show lineage', shows: 'how a memory changed' },
    { command: 'mneme diagram "the build broke" --show causes', shows: 'what led to it' },
  ],
  verb: ['graph.diagram', 'of'],
  places: [{ method: 'POST', path: '/graph/diagram' }],
  asLines: ({ mermaid }) => mermaid,
  run: (memory, input) => memory.graph.diagram(input),
});

export const pathOperation = defineOperation({
  name: 'path',
  summary: 'Find how two things hang together, link by link.',
  description:
    'The way with the strongest links, of at most six. Causal ways run from cause to effect alone.',
  input: PathInput,
  output: PathAnswer,
  positional: ['from', 'to'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme path Tom Lisbon', shows: 'Tom, a memory, Priya, Lisbon' },
    {
      command: 'mneme path "the storm" "power cut" --type causal --max-hops 6',
      shows: 'from cause to effect',
    },
  ],
  verb: ['graph.path'],
  places: [{ method: 'POST', path: '/graph/path' }],
  asLines: renderPath,
  run: (memory, input) => memory.graph.path(input),
});

export const causesOperation = defineOperation({
  name: 'causes',
  summary: 'List what memories state as causes or effects.',
  description:
    'With an action its effects, with an outcome its causes, with both whether the one leads to the other. Read off the words; what nobody stated is not inferred. Beside them stands what was said of the matter.',
  input: CausalQuery,
  output: CausalAnswer,
  positional: ['action'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme causes "raising the pool size"', shows: 'what came of it' },
    { command: 'mneme causes --outcome "the build broke"', shows: 'why it did' },
  ],
  verb: ['graph.causes'],
  places: [{ method: 'POST', path: '/graph/causes' }],
  asLines: renderCauses,
  run: (memory, input) => memory.graph.causes(input),
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
