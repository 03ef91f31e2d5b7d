import { HierarchyAnswer, HierarchyInput, IsAAnswer, IsAInput } from '../hierarchy.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderIsA, renderHierarchy } from '../views/hierarchy.js';

export const isAOperation = defineOperation({
  name: 'is_a',
  words: ['is-a'],
  summary: 'Tell whether one thing is a kind or a part of another.',
  description:
    'By what the bank was told, link by link, with the memories that told it. Where nobody told it, the nearest thing that both are, and with --likelihood an estimate from entailment cones.',
  input: IsAInput,
  output: IsAAnswer,
  positional: ['name', 'kind'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme is-a Marmalade animal',
      shows: 'yes, because Marmalade is a greyhound, and so on',
    },
    {
      command: 'mneme is-a Porto Portugal --relation part_of',
      shows: 'whether Porto is part of Portugal',
    },
  ],
  verb: ['graph.isA'],
  places: [{ method: 'POST', path: '/hierarchy/is-a' }],
  asLines: renderIsA,
  run: (memory, input) => memory.graph.isA(input),
});

export const hierarchyOperation = defineOperation({
  name: 'hierarchy',
  summary: 'List what a thing is, or what is of it, the nearest first.',
  description:
    'Walks the bank’s “is a” and “part of” links up to the ancestors or down to the descendants, each with the memories that told it. Links that close a circle are left out and reported.',
  input: HierarchyInput,
  output: HierarchyAnswer,
  positional: ['name'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme hierarchy Marmalade', shows: 'greyhound, dog, animal' },
    { command: 'mneme hierarchy dog --direction descendants', shows: 'every dog and kind of dog' },
  ],
  verb: ['graph.hierarchy', 'name'],
  asLines: renderHierarchy,
  run: (memory, input) => memory.graph.hierarchy(input),
});
