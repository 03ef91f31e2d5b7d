import type { BankName } from '../../domain/ids.js';
import { LearnedIndex } from '../../indexes/learned-index.js';
import type { Stemmer } from '../../language/stem.js';
import type { Store } from '../../ports/store.js';
import type { TextEncoder } from '../../spaces/text-encoder.js';
import { StrategyIndex } from './strategy-index.js';

/** What one bank learned from acting, held in memory and kept in step with the journal. */
export class LearnedState {
  readonly strategies: StrategyIndex;
  readonly book: LearnedIndex;

  constructor({
    store,
    bank,
    encoder,
    stemmer,
  }: {
    readonly store: Store;
    readonly bank: BankName;
    readonly encoder: TextEncoder;
    readonly stemmer: Stemmer;
  }) {
    this.strategies = new StrategyIndex(encoder, stemmer);
    this.book = new LearnedIndex(store, bank, [this.strategies]);
  }

  /** The current state. */
  async current(): Promise<LearnedIndex> {
    await this.book.follow();
    return this.book;
  }
}
