import type { MemoryId } from '../../domain/ids.js';
import type { Stemmer } from '../../language/stem.js';
import { readStretches, type ReadStretch } from './worth.js';

/** Memories whose texts stay read: of some kilobytes each. */
const MOST = 2_000;

/** Texts taken apart, kept for the next question: a memory's text never changes. The one used longest ago goes first. */
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
