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

/** Inspecting a bank: list, show, and why something was found. */
export const inspect = defineModule({
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
