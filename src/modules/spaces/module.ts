import { defineModule } from '../module.js';
import { Spaces } from './capability.js';
import { explainOperation, compareOperation, searchSpaceOperation } from './operations.js';

/** Inspecting the twelve spaces: search one, compare two memories, explain one. */
export const spaces = defineModule({
  name: 'spaces',
  facade: { spaces: Spaces },
  operations: {
    explain: explainOperation,
    compare: compareOperation,
    search_space: searchSpaceOperation,
  },
});
