import type { FitsSpace } from '../ports/store.js';
import type { StoredSpace } from './space.js';

interface Dense {
  readonly id: string;
  readonly dimensions: number;
}

interface Packed extends Pick<StoredSpace<unknown>, 'name' | 'id' | 'unpack'> {
  /** Ids of earlier versions whose codes have the same format. */
  readonly earlier?: readonly string[];
}

/**
 * Distinguishes codes that an encoder made from damaged or foreign ones: a dense vector by its length, any
 * other by whether its space can unpack it. Codes of an unknown encoder are accepted.
 */
export class KnownCodes {
  #dense: readonly Dense[] = [];
  #packed: readonly Packed[] = [];

  know(dense: readonly (Dense | undefined)[], packed: readonly Packed[]): void {
    this.#dense = dense.filter((each) => each !== undefined);
    this.#packed = packed;
  }

  readonly fits: FitsSpace = (space, encoder, code) => {
    if (space === 'semantic') {
      const made = this.#dense.find(({ id }) => id === encoder);
      return made === undefined || made.dimensions === code.length;
    }
    const known = this.#packed.find(
      ({ name, id, earlier = [] }) =>
        name === space && (id === encoder || earlier.includes(encoder)),
    );
    return known === undefined || unpacks(known, code);
  };
}

function unpacks(space: Packed, code: Int8Array): boolean {
  try {
    space.unpack(code);
    return true;
  } catch {
    return false;
  }
}
