import { defineModule } from '../module.js';
import { Spaces } from './capability.js';
import {
  compareOperation,
  explainOperation,
  purposeSearchOperation,
  searchSpaceOperation,
} from './operations.js';

/** Inspecting the twelve spaces: search them, explain a memory. */
export const spaces = defineModule({
  name: 'spaces',
  facade: { spaces: Spaces },
  operations: {
    explain: explainOperation,
    search_space: searchSpaceOperation,
  },
  former: { compare: compareOperation, purpose_search: purposeSearchOperation },
});
