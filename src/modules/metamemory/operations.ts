import { Knowledge, KnowledgeQuestion } from '../reflect/knowledge.js';
import { ResolveEntityInput, ResolvedEntity } from '../graph/resolve-entity.js';
import { defineOperation } from '../../operations/operation.js';
import { renderKnowledge, renderResolved } from '../reflect/view.js';

export const knowsOperation = defineOperation({
  name: 'knows',
  summary: 'Tell whether the bank knows something of a person, a thing or a topic.',
  description:
    'A verdict with its figures: how many memories there are, how new and how sure they are. It does not tell what they say.',
  input: KnowledgeQuestion,
  output: Knowledge,
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme knows Marmalade',
      shows: 'known, partly or unknown, and from how many memories',
    },
  ],
  served: { pace: 'question' },
  verb: ['metamemory.knows', 'about'],
  places: [{ method: 'POST', path: '/knowledge' }],
  asLines: renderKnowledge,
  run: (memory, { about }) => memory.metamemory.knows(about),
});

export const resolveEntityOperation = defineOperation({
  name: 'resolve_entity',
  words: ['entity', 'resolve'],
  summary: 'Tell which entity a name means.',
  description:
    'By how alike the names are, by the names met beside it and by when it was met; with the candidates and their scores.',
  input: ResolveEntityInput,
  output: ResolvedEntity,
  positional: ['name'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme entity resolve Tommy',
      shows: 'the entity that is meant, and who else could be',
    },
    {
      command: 'mneme entity resolve Anna --near Porto,Farolim --at 2025-06-01',
      shows: 'which Anna that is',
    },
  ],
  verb: ['graph.resolveEntity', 'name'],
  places: [{ method: 'POST', path: '/entities/resolve' }],
  asLines: renderResolved,
  run: (memory, { name, ...context }) =>
    memory.graph.resolveEntity(name, {
      ...(context.near === undefined ? {} : { near: context.near }),
      ...(context.at === undefined ? {} : { at: context.at }),
    }),
});
