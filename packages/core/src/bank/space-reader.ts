import type { BankName, MemoryId } from '../domain/ids.js';
import type { SpaceName } from '../domain/space.js';
import type { BankState } from '../indexes/bank-state.js';
import { detectLanguage } from '../language/detect-language.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import type { Store } from '../ports/store.js';
import {
  type Calibration,
  calibrationFromBackground,
  fittedCalibration,
} from '../spaces/calibration.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';

/** A memory near another, with its similarity, -1..1. */
export interface Near {
  readonly slot: number;
  readonly likeness: number;
}

/** An encoded text or memory, ready to be compared with the bank's memories. */
export interface Probe {
  /** The similarity per slot, -1..1; NaN for a memory without a code in this space. */
  likenesses(slots: readonly number[]): Float32Array;
  /** The nearest memories that `accepts` allows, best first. */
  nearest(k: number, accepts: (slot: number) => boolean): readonly Near[];
}

/**
 * One space of one bank, as fingerprints read it; a slot is the index's number of a memory. Deterministic for the
 * bank: the same text gives the same similarities.
 */
export interface SpaceReader {
  readonly space: SpaceName;
  /** Identifies algorithm and version; values of different ids are never compared. */
  readonly id: string;
  calibration(): Promise<Calibration>;
  /** Encodes a goal's text; null if it has no code in this space. */
  text(text: string): Probe | null;
  /** Memories by slot, without those that have no embedding in this space. */
  memories(slots: readonly number[]): Promise<ReadonlyMap<number, Probe>>;
}

export interface SemanticReaderParts {
  readonly store: Store;
  readonly bank: BankName;
  readonly state: BankState;
  readonly encoder: TextEncoder;
  readonly stemmer: Stemmer;
}

/** Without a fitted calibration, the number of the bank's first memories that serve as a random baseline. */
const BACKGROUND = 64;
/** With fewer memories, their pairs are not representative. */
const MIN_BACKGROUND = 8;
/** The assumed baseline until there are enough memories to measure it. */
const PRIOR_BACKGROUND = { mean: 0, deviation: 0.1 } as const;

/** E1: the vectors in the index, whichever encoder made them. */
export function semanticReader({
  store,
  bank,
  state,
  encoder,
  stemmer,
}: SemanticReaderParts): SpaceReader {
  const encode = (text: string): Float32Array | null => {
    const terms = contentTerms(text, detectLanguage(text), stemmer);
    return terms.length === 0 ? null : Float32Array.from(encoder.document(text, terms));
  };
  const probe = (vector: Float32Array): Probe => semanticProbe(vector, state);
  const memories: SpaceReader['memories'] = async (slots) => {
    const { index } = state;
    const found = new Map<number, Probe>();
    const ids = slots.map((slot): MemoryId => index.id(slot));
    for await (const rows of store.indexRows(bank, 'semantic', encoder.id, ids)) {
      for (const { memory, vector, terms } of rows)
        if (vector !== null && terms !== '')
          found.set(index.slot(memory.id), probe(Float32Array.from(vector)));
    }
    return found;
  };
  return {
    space: 'semantic',
    id: encoder.id,
    calibration: () => calibrationOf(encoder.id, memories, state.index.size),
    text: (text) => {
      const vector = encode(text);
      return vector === null ? null : probe(vector);
    },
    memories,
  };
}

function semanticProbe(vector: Float32Array, state: BankState): Probe {
  return {
    likenesses: (slots) => {
      const { index } = state;
      const cosines = index.vectors.similarities(slots, vector);
      return cosines.map((value, at) =>
        index.postings.length(slots[at] ?? 0) === 0 ? NaN : value,
      );
    },
    nearest: (k, accepts) => {
      const { slots, scores } = state.index.vectors.nearest(vector, k, accepts);
      return Array.from(slots, (slot, at) => ({ slot, likeness: scores[at] ?? 0 }));
    },
  };
}

/** The calibration fitted for a space or encoder; else one from the random baseline of the bank. */
export async function calibrationOf(
  id: string,
  memories: SpaceReader['memories'],
  size: number,
): Promise<Calibration> {
  return fittedCalibration(id) ?? calibrationFromBackground(await background(memories, size));
}

/** Mean and deviation of the similarities between the bank's first memories, most of which are unrelated. */
async function background(
  memories: SpaceReader['memories'],
  size: number,
): Promise<{ mean: number; deviation: number }> {
  const probes = await memories(
    Array.from({ length: Math.min(BACKGROUND, size) }, (_, slot) => slot),
  );
  const slots = [...probes.keys()];
  if (slots.length < MIN_BACKGROUND) return PRIOR_BACKGROUND;
  const values = slots.flatMap((slot, at) =>
    [...(probes.get(slot)?.likenesses(slots.slice(at + 1)) ?? [])].filter(
      (value) => !Number.isNaN(value),
    ),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}
