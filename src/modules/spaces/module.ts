import { defineModule } from '../module.js';
import { Spaces } from './capability.js';
import { purposeSearchOperation } from './former.js';
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
  former: { purpose_search: purposeSearchOperation },
});
