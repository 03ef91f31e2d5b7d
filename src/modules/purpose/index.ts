import { defineModule } from '../module.js';
import { PurposeTracker } from './purpose-tracker.js';
import { semanticReader } from '../../bank/spaces/space-reader.js';

/** How well the memories of a bank serve its goals. A diagnostic: recall does not read it. */
export const purpose = defineModule({
  name: 'purpose',
  openBank: (opened) =>
    new PurposeTracker({
      ...opened,
      readers: opened.state.encoder === opened.encoder.id ? [semanticReader(opened)] : [],
    }),
});

export { codeReader } from './code-reader.js';
export { Learning, fingerprintMemory } from './fingerprint-memory.js';
export { PurposeTracker } from './purpose-tracker.js';
