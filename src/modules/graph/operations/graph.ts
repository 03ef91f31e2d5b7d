import { z } from 'zod';
import { AnnotateInput, BoostInput, RevisedMemory } from '../../curate/annotate.js';
import { CiteInput } from '../cite.js';
import { Lineage, LineageInput } from '../../curate/lineage.js';
import { Exploration, GraphInput } from '../explore.js';
import { CausalAnswer, CausalQuery } from '../query-causes.js';
import { TombstoneInput, Tombstones } from '../../curate/tombstones.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { Expansion } from '../cite.js';
import {
  renderExploration,
  renderCauses,
  renderCitations,
  renderLineage,
  renderRevised,
} from '../views/graph.js';
import { renderTombstones } from '../../explain/views/memories.js';

const ReversibleRevisedMemory = reversible(RevisedMemory);

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

export const lineageOperation = defineOperation({
  name: 'lineage',
  summary: 'Show how a memory came to be as it is.',
  description:
    'Every change of it from the journal: when, by whom, why, and what it altered; then what took its place.',
  input: LineageInput,
  output: Lineage,
  positional: ['id'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme lineage m_01h5k0c2x9w7a', shows: 'its versions, oldest first' }],
  served: { pace: 'quick' },
  verb: ['curation.lineage', 'id'],
  places: [{ method: 'GET', path: '/memories/{id}/lineage' }],
  asLines: renderLineage,
  run: (memory, { id }) => memory.curation.lineage(id),
});

export const tombstonesOperation = defineOperation({
  name: 'tombstones',
  summary: 'Search what was forgotten.',
  description: 'The latest forgotten first, or by words. `restore` brings a memory back.',
  input: TombstoneInput,
  output: Tombstones,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme tombstones "pool size"', shows: 'forgotten memories with these words' },
  ],
  verb: ['curation.tombstones'],
  places: [{ method: 'POST', path: '/tombstones/search' }],
  asLines: renderTombstones,
  run: (memory, input) => memory.curation.tombstones(input),
});

export const annotateOperation = defineOperation({
  name: 'annotate',
  summary: 'Add a remark or tags to a memory.',
  description: 'Its words stay as they are; the remark is kept beside them, journaled.',
  input: AnnotateInput,
  output: ReversibleRevisedMemory,
  positional: ['id', 'note'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme annotate m_01h5k0c2x9w7a "Tom says this was a joke." --tags doubtful',
      shows: 'the memory with its remark',
    },
  ],
  served: { pace: 'quick' },
  verb: ['curation.annotate'],
  places: [{ method: 'POST', path: '/memories/{id}/annotations' }],
  asLines: renderRevised,
  run: (memory, input) => memory.curation.annotate(input),
});

export const boostOperation = defineOperation({
  name: 'boost',
  summary: 'Make a memory matter more, or less.',
  description: 'Adds to its importance, which stays within 0 and 1; recall weighs it.',
  input: BoostInput,
  output: ReversibleRevisedMemory,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    { command: 'mneme boost m_01h5k0c2x9w7a --by 0.3', shows: 'the memory with its importance' },
  ],
  served: { pace: 'quick' },
  verb: ['curation.boost'],
  places: [{ method: 'POST', path: '/memories/{id}/boost' }],
  asLines: renderRevised,
  run: (memory, input) => memory.curation.boost(input),
});
