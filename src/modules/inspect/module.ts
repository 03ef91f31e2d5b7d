import { defineModule } from '../module.js';
import { whyOperation } from './operations/why.js';
import { showOperation } from './operations/show.js';
import { listOperation } from './operations/list.js';
import {
  compareRetrievalOperation,
  lineageOperation,
  recentOperation,
  routeOperation,
  sourceOperation,
  tombstonesOperation,
  whyNotOperation,
} from './operations/former.js';

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
