import { LexicalScorer } from './paths/lexical.js';
import { Similarities } from './similarities.js';

/** Working arrays as long as the bank: reused from recall to recall, and never shared by two at once. */
export class ScratchBuffers {
  readonly scorer = new LexicalScorer();
  readonly similarities = new Similarities();
}
