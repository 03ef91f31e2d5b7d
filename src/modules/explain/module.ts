import { defineModule } from '../module.js';
import { compareRetrievalOperation, routeOperation, whyNotOperation } from './operations/former.js';
import { whyOperation } from './operations/why.js';
import { showOperation } from './operations/show.js';
import { listOperation } from './operations/list.js';
import { recentOperation } from './operations/recent.js';
import { changesOperation } from './operations/changes.js';

/** What a bank contains and why something was found: list, show, changes and why. */
export const explain = defineModule({
  name: 'explain',
  operations: {
    why: whyOperation,
    show: showOperation,
    list: listOperation,
    recent: recentOperation,
    changes: changesOperation,
  },
  former: {
    whynot: whyNotOperation,
    route: routeOperation,
    compare_retrieval: compareRetrievalOperation,
  },
});
