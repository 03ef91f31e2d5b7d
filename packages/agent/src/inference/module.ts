import type { LearnedId } from '@mneme/core/domain/ids.js';
import { defineModule } from '@mneme/core/modules/module.js';
import { CONCLUSION } from './causes.js';
import { CauseIndex } from './cause-graph.js';
import { causesOperation, FORMER } from './operations.js';

/** What memories state as causes, and what follows. */
export const inference = defineModule({
  name: 'inference',
  operations: { causes: causesOperation },
  former: FORMER,
  records: [CONCLUSION],
  openBank: (opened) => new CauseIndex(opened),
  onErase: ({ memories, names }, records) =>
    records.flatMap(({ id, body: { value, evidence } }): LearnedId[] =>
      evidence.some((memory) => memories.has(memory)) ||
      [value['from'], value['to']].some((text) => typeof text === 'string' && names(text))
        ? [id]
        : [],
    ),
});
