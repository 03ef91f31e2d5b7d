import type { Talk, TalkQuestion } from './talk.js';

/** One bank of a corpus, with all that is put to it. */
export interface Bank {
  readonly corpus: string;
  readonly talk: Talk;
  /** Its own, and those of the corpus's other banks that it cannot answer. */
  readonly questions: readonly TalkQuestion[];
}
