import { LexicalScorer } from './paths/lexical.js';
import { Similarities } from './similarities.js';

/** Working arrays as long as the bank: worth keeping from recall to recall, and not to be shared by two at once. */
export class ScratchBuffers {
  readonly scorer = new LexicalScorer();
  readonly similarities = new Similarities();
}
