import { defineModule } from '../module.js';
import {
  compareRetrievalOperation,
  lineageOperation,
  listOperation,
  recentOperation,
  routeOperation,
  showOperation,
  sourceOperation,
  tombstonesOperation,
  whyNotOperation,
  whyOperation,
} from './operations.js';

/** What a bank contains and why something was found: list, show, changes and why. */
export const explain = defineModule({
  name: 'explain',
  operations: {
    why: whyOperation,
    show: showOperation,
    list: listOperation,
  },
  former: {
    recent: recentOperation,
    tombstones: tombstonesOperation,
    lineage: lineageOperation,
    source: sourceOperation,
    whynot: whyNotOperation,
    route: routeOperation,
    compare_retrieval: compareRetrievalOperation,
  },
});
