import { defineModule } from '@mneme/core/modules/module.js';
import { Guidance } from './capability.js';
import {
  adviseOperation,
  checkOperation,
  critiqueOperation,
  graphDescriptionOperation,
  guideOperation,
  purposeOperation,
  searchPlanOperation,
  statusOperation,
} from './operations.js';

/** What an agent should do next with its memory: status, advice, checks. */
export const advisor = defineModule({
  name: 'guidance',
  facade: { guidance: Guidance },
  operations: {
    status: statusOperation,
    advise: adviseOperation,
    check: checkOperation,
  },
  former: {
    critique: critiqueOperation,
    guide: guideOperation,
    search_plan: searchPlanOperation,
    graph_description: graphDescriptionOperation,
    purpose: purposeOperation,
  },
});
