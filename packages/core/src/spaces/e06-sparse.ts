import type { BankWords } from '../ports/indexes.js';
import { hashText } from '../language/text-hash.js';
import type { Space } from './space.js';

const DIMENSIONS = 30_000;
/** At most one in twenty dimensions is active. */
const MAX_ACTIVE = DIMENSIONS / 20;
const SEED = 0x7f4a7c15;
/** Number of a word's associated words that are used. */
const COMPANIONS = 24;
/** Weight of an association of full strength, relative to the word itself. */
const EXPANSION = 0.5;
const MEMO_LIMIT = 20_000;

/** The active dimensions of one text. */
export interface SparseCode {
  /** Distinct, ascending, 0..29,999. */
  readonly places: Int32Array;
  /** Above 0, one per place. */
  readonly weights: Float32Array;
  readonly length: number;
}

/** One stem's activation in this bank. */
interface Activation {
  readonly place: number;
  readonly rarity: number;
  readonly companions: Int32Array;
  readonly strengths: Float32Array;
}

/**
 * E6: weighted words, expanded by associated words of this bank, in the form of SPLADE (Formal et al. 2021): a stem
 * weighs log(1 + frequency) × rarity, its associates a share of that, and each place keeps its highest weight. SPLADE
 * learns its expansion; here it comes from the bank's own memories, so codes change with the bank: they are computed
 * on demand and valid until the next memory. At most one in twenty of the places is active.
 */
export function createSparseSpace(bank: BankWords): Space<SparseCode> {
  const activationOf = rememberActivations(bank);
  return {
    name: 'sparse',
    id: 'mneme-sparse-1',
    dimensions: DIMENSIONS,
    memory: ({ terms }) => {
      const frequencies = new Map<string, number>();
      for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      const sum = new Activations();
      for (const [term, frequency] of frequencies) {
        const activation = activationOf(term);
        sum.add(activation, Math.log1p(frequency) * activation.rarity);
      }
      return sum.code();
    },
    query: ({ terms }) => {
      const sum = new Activations();
      // A word that occurs in no memory has no weight in a query.
      for (const { term, weight } of terms) sum.add(activationOf(term), weight);
      return sum.code();
    },
    similarity: sparseCosine,
    likeness: sparseCosine,
  };
}

function rememberActivations(bank: BankWords): (stem: string) => Activation {
  const memo = new Map<string, Activation>();
  let memories = bank.memories;
  return (stem) => {
    if (memories !== bank.memories || memo.size >= MEMO_LIMIT) memo.clear();
    memories = bank.memories;
    let activation = memo.get(stem);
    if (activation === undefined) {
      activation = readActivation(stem, bank);
      memo.set(stem, activation);
    }
    return activation;
  };
}

const placeOf = (stem: string): number => hashText(stem, SEED) % DIMENSIONS;

/** Rarity is the inverse document frequency of BM25, which is never negative. */
function readActivation(stem: string, bank: BankWords): Activation {
  const frequency = bank.documentFrequency(stem);
  const near = bank.companions(stem, COMPANIONS);
  return {
    place: placeOf(stem),
    rarity: Math.log(1 + (Math.max(0, bank.memories - frequency) + 0.5) / (frequency + 0.5)),
    companions: Int32Array.from(near, (companion) => placeOf(companion.stem)),
    strengths: Float32Array.from(near, ({ strength }) => EXPANSION * strength),
  };
}

/** Weights by place, keeping the highest. */
class Activations {
  readonly #weights = new Map<number, number>();

  add({ place, companions, strengths }: Activation, weight: number): void {
    if (weight <= 0) return;
    this.#raise(place, weight);
    for (let at = 0; at < companions.length; at++)
      this.#raise(companions[at] ?? 0, weight * (strengths[at] ?? 0));
  }

  /** Null when nothing is active. */
  code(): SparseCode | null {
    if (this.#weights.size === 0) return null;
    const all = [...this.#weights];
    const active =
      all.length <= MAX_ACTIVE
        ? all
        : all.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_ACTIVE);
    active.sort((a, b) => a[0] - b[0]);
    const weights = Float32Array.from(active, ([, weight]) => weight);
    return {
      places: Int32Array.from(active, ([place]) => place),
      weights,
      length: Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)),
    };
  }

  #raise(place: number, weight: number): void {
    if (weight > (this.#weights.get(place) ?? 0)) this.#weights.set(place, weight);
  }
}

/** 0..1, because no weight is negative. */
function sparseCosine(a: SparseCode, b: SparseCode): number {
  let dot = 0;
  for (let at = 0, other = 0; at < a.places.length && other < b.places.length;) {
    const difference = (a.places[at] ?? 0) - (b.places[other] ?? 0);
    if (difference === 0) dot += (a.weights[at] ?? 0) * (b.weights[other] ?? 0);
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  return Math.min(1, dot / (a.length * b.length));
}
