import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import type { Understanding } from '../understand.js';

/** How a turn's own words meet the query. All 0..1 except `density`, which is per word. */
export interface TurnMatch {
  /** Share of the query's weight that the turn holds. */
  readonly coverage: number;
  /** Weight of the rarest matched word over the rarest of the query. */
  readonly rarest: number;
  /** Share of the query's neighbouring word pairs that stand within three words of each other. */
  readonly pairs: number;
  /** Matched words per word of the turn. */
  readonly density: number;
  /** Strength of words that go with the query's in this bank. */
  readonly associated: number;
  /** 1 when a named speaker's name is said in it. */
  readonly nameSaid: number;
}

const NOTHING: TurnMatch = { coverage: 0, rarest: 0, pairs: 0, density: 0, associated: 0, nameSaid: 0 };
const PAIR_REACH = 3;

/** Matches turns against one query, each turn once. */
export class QueryMatcher {
  readonly #weights: Float32Array;
  readonly #places = new Map<number, number>();
  readonly #names: ReadonlySet<number>;
  readonly #pairs: ReadonlySet<number>;
  readonly #total: number;
  readonly #highest: number;
  readonly #turns = new Map<number, { match: TurnMatch; mask: number }>();

  constructor(
    private readonly index: BankIndex,
    { terms, ordered, nameTerms }: Understanding,
    private readonly associates: ReadonlyMap<number, number>,
  ) {
    // A mask holds 31 words; a longer query keeps its rarest.
    const kept = [...terms].sort((a, b) => b.weight - a.weight).slice(0, 31);
    // A word that no memory has still counts against coverage: as much as the rarest one could.
    const unseen = Math.log(1 + index.size + 0.5);
    this.#weights = Float32Array.from(kept, ({ number, weight }) => (number < 0 ? unseen * 0.5 : weight));
    kept.forEach(({ number }, place) => {
      if (number >= 0) this.#places.set(number, place);
    });
    this.#names = new Set(nameTerms.map(({ number }) => number).filter((number) => number >= 0));
    this.#total = Math.max(1e-6, this.#weights.reduce((sum, weight) => sum + weight, 0));
    this.#highest = Math.max(1e-6, ...this.#weights);
    this.#pairs = pairKeys(ordered, index);
  }

  turn(slot: number): TurnMatch {
    return this.#read(slot).match;
  }

  /** Coverage and association of the turn with its neighbours up to `reach` turns away. */
  window(slot: number, reach: number): { readonly coverage: number; readonly associated: number } {
    let mask = 0;
    let associated = 0;
    let before = slot;
    let after = slot;
    const take = (at: number) => {
      const read = this.#read(at);
      mask |= read.mask;
      associated = Math.max(associated, read.match.associated);
    };
    take(slot);
    for (let step = 0; step < reach; step++) {
      before = before === NONE ? NONE : this.index.previous(before);
      after = after === NONE ? NONE : this.index.next(after);
      if (before !== NONE) take(before);
      if (after !== NONE) take(after);
    }
    return { coverage: this.#covered(mask), associated };
  }

  #covered(mask: number): number {
    let sum = 0;
    for (let place = 0; place < this.#weights.length; place++) if ((mask & (1 << place)) !== 0) sum += this.#weights[place] ?? 0;
    return sum / this.#total;
  }

  #read(slot: number): { match: TurnMatch; mask: number } {
    const known = this.#turns.get(slot);
    if (known !== undefined) return known;
    const read = this.#match(slot);
    this.#turns.set(slot, read);
    return read;
  }

  #match(slot: number): { match: TurnMatch; mask: number } {
    const { postings } = this.index;
    const { sequence } = postings;
    const start = postings.start(slot);
    const length = postings.length(slot);
    if (length === 0) return { match: NOTHING, mask: 0 };
    let mask = 0;
    let hits = 0;
    let rarest = 0;
    let associated = 0;
    let nameSaid = 0;
    const pairs = new Set<number>();
    const recent: { number: number; at: number }[] = [];
    for (let at = 0; at < length; at++) {
      const number = sequence[start + at] ?? NONE;
      if (this.#names.has(number)) nameSaid = 1;
      associated = Math.max(associated, this.associates.get(number) ?? 0);
      const place = this.#places.get(number);
      if (place === undefined) continue;
      mask |= 1 << place;
      hits++;
      rarest = Math.max(rarest, this.#weights[place] ?? 0);
      for (const other of recent) {
        const key = pairKey(other.number, number);
        if (at - other.at <= PAIR_REACH && this.#pairs.has(key)) pairs.add(key);
      }
      recent.push({ number, at });
    }
    return {
      mask,
      match: {
        coverage: this.#covered(mask),
        rarest: rarest / this.#highest,
        pairs: this.#pairs.size === 0 ? 0 : pairs.size / this.#pairs.size,
        density: hits / (length + 4),
        associated,
        nameSaid,
      },
    };
  }
}

/** Vocabularies stay far below 2^26 words, so two numbers fit one safe integer. */
function pairKey(a: number, b: number): number {
  return Math.min(a, b) * 67_108_864 + Math.max(a, b);
}

function pairKeys(ordered: readonly string[], index: BankIndex): Set<number> {
  const numbers = ordered.map((term) => index.postings.numberOf(term));
  const keys = new Set<number>();
  for (let at = 1; at < numbers.length; at++) {
    const a = numbers[at - 1] ?? NONE;
    const b = numbers[at] ?? NONE;
    if (a >= 0 && b >= 0 && a !== b) keys.add(pairKey(a, b));
  }
  return keys;
}
