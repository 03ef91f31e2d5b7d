import { z } from 'zod';
import { CiteInput } from '../cite.js';
import { Exploration, GraphInput } from '../explore.js';
import { CausalAnswer, CausalQuery } from '../query-causes.js';
import { defineOperation } from '../../../operations/operation.js';
import { Expansion } from '../cite.js';
import { renderExploration, renderCauses, renderCitations } from '../views/graph.js';

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
