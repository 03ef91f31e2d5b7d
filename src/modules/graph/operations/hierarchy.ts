import { HierarchyAnswer, HierarchyInput } from '../hierarchy.js';
import { defineOperation } from '../../../operations/operation.js';
import { renderHierarchy } from '../views/hierarchy.js';

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
