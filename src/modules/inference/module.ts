import type { LearnedId } from '../../domain/ids.js';
import { defineModule } from '../module.js';
import { Conclusions } from './capability.js';
import { CONCLUSION } from './kept-conclusions.js';
import { RuleBook } from './rule-book.js';
import { inferOperation, inferKeepOperation, inferListOperation } from './operations.js';

/** What follows from causes that memories state. */
export const inference = defineModule({
  name: 'inference',
  facade: { conclusions: Conclusions },
  operations: {
    infer: inferOperation,
    infer_keep: inferKeepOperation,
    infer_list: inferListOperation,
  },
  records: [CONCLUSION],
  openBank: (opened) => new RuleBook(opened),
  onErase: ({ memories, names }, records) =>
    records.flatMap(({ id, body: { value, evidence } }): LearnedId[] =>
      evidence.some((memory) => memories.has(memory)) ||
      [value['from'], value['to']].some((text) => typeof text === 'string' && names(text))
        ? [id]
        : [],
    ),
});
