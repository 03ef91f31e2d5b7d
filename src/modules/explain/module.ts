import { defineModule } from '../module.js';
import { whyOperation, whyNotOperation } from './operations/why.js';
import { showOperation } from './operations/show.js';
import { listOperation } from './operations/list.js';
import {
  lineageOperation,
  recentOperation,
  sourceOperation,
  tombstonesOperation,
} from './operations/former.js';

/** What a bank contains and why something was found: list, show, changes, why and whynot. */
export const explain = defineModule({
  name: 'explain',
  operations: {
    why: whyOperation,
    whynot: whyNotOperation,
    show: showOperation,
    list: listOperation,
  },
  former: {
    recent: recentOperation,
    tombstones: tombstonesOperation,
    lineage: lineageOperation,
    source: sourceOperation,
  },
});
