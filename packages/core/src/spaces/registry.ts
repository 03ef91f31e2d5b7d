import type { SpaceName } from '../domain/change.js';
import { createInstances, createRelatives, createStemmer } from '../language/stem.js';
import type { FitsSpace } from '../ports/store.js';
import { createSemanticEncoder, type SemanticCode } from './e01-semantic.js';
import {
  createPeriodicitySpace,
  createPositionSpace,
  createRecencySpace,
} from './e02-to-e04-temporal.js';
import { type CausalSpace, createCausalSpace } from './e05-causal.js';
import {
  createHyperdimensionalSpace,
  type SparseCode,
  type TokenVectors,
} from './e06-e09-e12-lexical.js';
import type { CodeSpace } from './e07-code.js';
import type { PictureCodes } from './e10-multimodal.js';
import type { Space, StoredSpace } from './space.js';

/** Whether a space's codes are stored with the memory, computed on demand, or derived from the whole bank. */
type Kept = 'stored' | 'computed' | 'derived';

/**
 * What a memory's code is made from on demand: `store`: it is stored; `text`: the memory's text; `columns`: its dates
 * and positions; `links`: the bank's links.
 */
type CodeSource = 'store' | 'text' | 'columns' | 'links';

/**
 * The role of a space in a search over several: it finds memories, reorders what others found as late evidence, or
 * measures time and is used only by name.
 */
type SearchRole = 'finds' | 'reorders' | 'times';

/** One of the twelve spaces at runtime. Codes of two spaces are never compared, so their types are erased here. */
export interface RegisteredSpace {
  readonly space: Space<unknown>;
  readonly kept: Kept;
  readonly source: CodeSource;
  readonly role: SearchRole;
  /** Its purpose, in words. */
  readonly serves: string;
  /** Reads a stored code; absent if codes are not stored. */
  readonly unpack?: (bytes: Int8Array) => unknown;
}

/** The spaces that are created elsewhere, for one bank. */
interface SpaceParts {
  readonly semantic: Space<SemanticCode>;
  readonly causal: CausalSpace;
  readonly sparse: Space<SparseCode>;
  readonly code: CodeSpace;
  readonly graph: Space<Int8Array>;
  readonly multimodal: StoredSpace<PictureCodes>;
  readonly entity: Space<Float32Array>;
  readonly late: Space<TokenVectors>;
}

/** The twelve spaces, in the order of `SPACES`. */
export function registerSpaces({
  semantic,
  causal,
  sparse,
  code,
  graph,
  multimodal,
  entity,
  late,
}: SpaceParts): readonly RegisteredSpace[] {
  return [
    {
      space: semantic,
      kept: 'stored',
      source: 'store',
      role: 'finds',
      serves: 'what it means',
      unpack: (bytes) => bytes,
    },
    {
      space: createRecencySpace(),
      kept: 'computed',
      source: 'columns',
      role: 'times',
      serves: 'how fresh it is',
    },
    {
      space: createPeriodicitySpace(),
      kept: 'computed',
      source: 'columns',
      role: 'times',
      serves: 'at what hour, weekday or season',
    },
    {
      space: createPositionSpace(),
      kept: 'computed',
      source: 'columns',
      role: 'times',
      serves: 'what stood near it',
    },
    stored(causal, 'what brought it about, what came of it'),
    {
      space: sparse,
      kept: 'derived',
      source: 'text',
      role: 'finds',
      serves: 'which words it has, and what keeps them company',
    },
    stored(code, 'what its code does'),
    {
      space: graph,
      kept: 'derived',
      source: 'links',
      role: 'finds',
      serves: 'what it is linked with',
    },
    {
      space: createHyperdimensionalSpace(),
      kept: 'computed',
      source: 'text',
      role: 'finds',
      serves: 'the same words, misspelt',
    },
    stored(multimodal, 'what its pictures show'),
    {
      space: entity,
      kept: 'derived',
      source: 'links',
      role: 'finds',
      serves: 'whom and what it is about',
    },
    {
      space: late,
      kept: 'computed',
      source: 'text',
      role: 'reorders',
      serves: 'which of its words answer which of the question’s',
    },
  ];
}

function stored<Code>(space: StoredSpace<Code>, serves: string): RegisteredSpace {
  return {
    space,
    kept: 'stored',
    source: 'store',
    role: 'finds',
    serves,
    unpack: (bytes) => space.unpack(bytes),
  };
}

/** The space of that name; undefined if there is none. */
export function spaceNamed(
  name: string,
  registered: readonly RegisteredSpace[],
): RegisteredSpace | undefined {
  return registered.find(({ space }) => space.name === (name as SpaceName));
}

interface Dense {
  readonly id: string;
  readonly dimensions: number;
}

interface Packed extends Pick<StoredSpace<unknown>, 'name' | 'id' | 'unpack'> {
  /** Ids of earlier versions whose codes have the same format. */
  readonly earlier?: readonly string[];
}

/**
 * Distinguishes codes that an encoder made from damaged or foreign ones: a dense vector by its length, any other by
 * whether its space can unpack it. Codes of an unknown encoder are accepted.
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

type WordReaders = ReturnType<typeof makeWordReaders>;

let made: WordReaders | null = null;

/**
 * The text readers, created once per process: they depend on the text alone, hold nothing but caches, and take longer
 * to create than opening a file.
 */
export function wordReaders(): WordReaders {
  return (made ??= makeWordReaders());
}

function makeWordReaders() {
  const stemmer = createStemmer();
  return {
    stemmer,
    encoder: createSemanticEncoder(stemmer),
    causal: createCausalSpace(stemmer),
    relatives: createRelatives(stemmer),
    instances: createInstances(stemmer),
  };
}
