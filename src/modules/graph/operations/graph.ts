import { z } from 'zod';
import { AnnotateInput, BoostInput, RevisedMemory } from '../../curate/annotate.js';
import { CiteInput } from '../cite.js';
import { PathAnswer, PathInput } from '../find-path.js';
import { Lineage, LineageInput } from '../../curate/lineage.js';
import { Diagram, DiagramInput } from '../diagram.js';
import { Neighbourhood, NeighbourhoodInput } from '../neighbourhood.js';
import { TombstoneInput, Tombstones } from '../../curate/tombstones.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { Expansion } from '../cite.js';
import {
  renderNeighbourhood,
  renderPath,
  renderCitations,
  renderLineage,
  renderRevised,
} from '../views/graph.js';
import { renderTombstones } from '../../explain/views/memories.js';

const ReversibleRevisedMemory = reversible(RevisedMemory);

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
