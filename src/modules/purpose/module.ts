import { defineModule } from '../module.js';
import { PurposeTracker } from './purpose-tracker.js';
import { semanticReader } from '../../bank/spaces/space-reader.js';
import { purposeOperation, purposeSearchOperation } from './operations.js';

/** How well the memories of a bank serve its goals. A diagnostic: recall does not read it. */
export const purpose = defineModule({
  name: 'purpose',
  operations: {
    purpose: purposeOperation,
    purpose_search: purposeSearchOperation,
  },
  openBank: (opened) =>
    new PurposeTracker({
      ...opened,
      readers: opened.state.encoder === opened.encoder.id ? [semanticReader(opened)] : [],
    }),
});
