import { createAdaptiveIndex, type AdaptiveIndex, type AdaptiveOptions } from './adaptive-index.js';

/** Creates the indexes of all banks and can report on them, without keeping any of them alive. */
export class VectorIndexes {
  readonly #kernel: string;
  #made: WeakRef<AdaptiveIndex>[] = [];

  /** Throws as {@link createAdaptiveIndex} does. */
  constructor(private readonly options: AdaptiveOptions = {}) {
    this.#kernel = createAdaptiveIndex(1, options).kernel;
  }

  create(dimensions: number): AdaptiveIndex {
    const index = createAdaptiveIndex(dimensions, this.options);
    this.#made = this.#made.filter((made) => made.deref() !== undefined);
    this.#made.push(new WeakRef(index));
    return index;
  }

  /** One line: what runs the inner loops, then each index that contains vectors. */
  describe(): string {
    const held = this.#made
      .map((made) => made.deref())
      .filter((index) => index !== undefined && index.size > 0);
    return [this.#kernel, ...held.map((index) => index?.describe() ?? '')].join('; ');
  }
}
