import type { MemoryId } from '../../domain/ids.js';
import type { Stemmer } from '../../language/stem.js';
import { readStretches, type ReadStretch } from './worth.js';

/** Maximum number of cached texts, some kilobytes each. */
const MOST = 2_000;

/** LRU cache of texts split into stretches: a memory's text never changes. */
export class ReadTexts {
  readonly #known = new Map<MemoryId, readonly ReadStretch[]>();

  of(
    { id, content }: { readonly id: MemoryId; readonly content: string },
    stemmer: Stemmer,
  ): readonly ReadStretch[] {
    const stretches = this.#known.get(id) ?? readStretches(content, stemmer);
    this.#known.delete(id);
    this.#known.set(id, stretches);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return stretches;
  }
}
