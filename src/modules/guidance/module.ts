import { defineModule } from '../module.js';
import { Guidance } from './capability.js';
import {
  guideOperation,
  graphDescriptionOperation,
  statusOperation,
  adviseOperation,
  searchPlanOperation,
  checkOperation,
  recallAccuracyOperation,
  compareRetrievalOperation,
  critiqueOperation,
} from './operations.js';

/** What an agent should do next with its memory: status, advice, checks. */
export const guidance = defineModule({
  name: 'guidance',
  facade: { guidance: Guidance },
  operations: {
    guide: guideOperation,
    graph_description: graphDescriptionOperation,
    status: statusOperation,
    advise: adviseOperation,
    search_plan: searchPlanOperation,
    check: checkOperation,
    recall_accuracy: recallAccuracyOperation,
    compare_retrieval: compareRetrievalOperation,
  },
  former: { critique: critiqueOperation },
});
