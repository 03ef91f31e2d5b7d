import type { SpaceName } from '../domain/space.js';
import type { CausalSpace } from './e05-causal.js';
import type { CodeSpace } from './e07-code.js';
import type { PictureCodes } from './e10-multimodal.js';
import type { SemanticCode } from './e01-semantic.js';
import { createRecencySpace } from './e02-recency.js';
import { createPeriodicitySpace } from './e03-periodicity.js';
import { createPositionSpace } from './e04-position.js';
import type { SparseCode } from './e06-sparse.js';
import { createHyperdimensionalSpace } from './e09-hyperdimensional.js';
import type { TokenVectors } from './e12-late-interaction.js';
import type { Space, StoredSpace } from './space.js';

/** How a space's codes are kept: stored with the memory, computed on demand, or derived from the whole bank. */
export type Kept = 'stored' | 'computed' | 'derived';

/**
 * What a memory's code is made from on demand: `store`: it is stored; `text`: the memory's text; `columns`:
 * its dates and positions; `links`: the bank's links.
 */
export type CodeSource = 'store' | 'text' | 'columns' | 'links';

/**
 * The role of a space in a search over several: it finds memories, or it is late evidence that reorders
 * what others found.
 */
export type SearchRole = 'finds' | 'reorders' | 'times';

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
export interface SpaceParts {
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
