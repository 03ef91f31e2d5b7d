import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import type { LexicalScores } from '../paths/lexical.js';
import type { Understanding } from '../understand.js';

/** How a turn's own words match the query: filled by {@link QueryMatcher.turn}, and reused for the next turn. */
export interface TurnMatch {
  /** One bit per word of the query that the turn contains: see {@link QueryMatcher.covered}. */
  mask: number;
  /** Share of the query's weight that the turn contains, 0..1. */
  coverage: number;
  /** Number of matched words, with repeats. */
  matches: number;
  /** Share of the query's adjacent word pairs that are close together in the turn, 0..1. */
  pairs: number;
  /** Strength of associated words in this bank, damped by length, 0..1. */
  associates: number;
  /** Strength of words with the same meaning or subject, damped by count, 0..1. */
  relatives: number;
  /** 1 when it contains the name of a named speaker. */
  nameSaid: number;
}

export const blankMatch = (): TurnMatch => ({
  mask: 0,
  coverage: 0,
  matches: 0,
  pairs: 0,
  associates: 0,
  relatives: 0,
  nameSaid: 0,
});

/** The role of a bank's word in the query: a quick test, as most have none. */
const ROLE = { word: 1, name: 2, companion: 4 } as const;

const PAIR_REACH = 3;
/** Words per mask; of a longer query, the rarest. */
const MAX_WORDS = 31;
/** A word of the query in no memory still counts against coverage, with this share of the maximum rarity. */
const UNSEEN_SHARE = 0.5;

/** Matches turns against one query. */
export class QueryMatcher {
  readonly #weights: Float32Array;
  readonly #places = new Map<number, number>();
  /** Bits of {@link ROLE} by term number. */
  readonly #roles: Uint8Array;
  readonly #pairs: ReadonlySet<number>;
  readonly #relatives: ReadonlyMap<number, number>;
  readonly #total: number;
  readonly #masks = new Map<number, number>();
  readonly #associateTotal: number;

  constructor(
    private readonly index: BankIndex,
    { terms, ordered, nameTerms, relatives }: Understanding,
    private readonly associates: ReadonlyMap<number, number>,
    private readonly lexical: Pick<LexicalScores, 'own' | 'passage' | 'complete'>,
  ) {
    const kept = [...terms].sort((a, b) => b.weight - a.weight).slice(0, MAX_WORDS);
    const unseen = Math.log(1.5 + index.size) * UNSEEN_SHARE;
    this.#weights = Float32Array.from(kept, ({ number, weight }) => (number < 0 ? unseen : weight));
    kept.forEach(({ number }, place) => {
      if (number >= 0) this.#places.set(number, place);
    });
    this.#total = Math.max(
      1e-6,
      this.#weights.reduce((sum, weight) => sum + weight, 0),
    );
    this.#pairs = pairKeys(ordered, index);
    this.#relatives = relatives;
    this.#associateTotal = Math.max(
      1e-6,
      [...associates.values()].reduce((sum, value) => sum + value, 0),
    );
    this.#roles = new Uint8Array(index.postings.vocabulary);
    this.#mark(this.#places.keys(), ROLE.word);
    this.#mark(
      nameTerms.map(({ number }) => number),
      ROLE.name,
    );
    this.#mark(associates.keys(), ROLE.companion);
    this.#mark(relatives.keys(), ROLE.companion);
  }

  /** Matches a turn against the query into `match`: for a document, its best passage. */
  turn(slot: number, match: TurnMatch): void {
    const { postings, passages } = this.index;
    const { sequence } = postings;
    const within = passages.isDocument(slot) && (this.lexical.own[slot] ?? 0) > 0;
    const passage = this.lexical.passage[slot] ?? NONE;
    const start = within ? passages.start(passage) : postings.start(slot);
    const length = within ? passages.length(passage) : postings.length(slot);
    const roles = this.#roles;
    let mask = 0;
    let matches = 0;
    let associates = 0;
    let relatives = 0;
    let nameSaid = 0;
    let places: number[] | null = null;
    for (let at = 0; at < length; at++) {
      const number = sequence[start + at] ?? 0;
      const role = roles[number] ?? 0;
      if (role === 0) continue;
      if ((role & ROLE.name) !== 0) nameSaid = 1;
      if ((role & ROLE.word) === 0) {
        associates += this.associates.get(number) ?? 0;
        relatives += this.#relatives.get(number) ?? 0;
        continue;
      }
      const place = this.#places.get(number) ?? 0;
      mask |= 1 << place;
      matches++;
      if (places === null) places = [at];
      else places.push(at);
    }
    match.mask = mask;
    match.coverage = this.covered(mask);
    match.matches = matches;
    match.pairs = places === null ? 0 : this.#closePairs(places, start);
    match.associates = associates / this.#associateTotal / Math.sqrt(1 + length / 10);
    match.relatives = relatives / (relatives + 1);
    match.nameSaid = nameSaid;
  }

  /**
   * One bit per word of the query that the turn contains; 0 for {@link NONE}. Cached, because several candidates
   * share neighbours.
   */
  mask(slot: number): number {
    // Most neighbours contain none of them, which their score shows.
    if (slot === NONE || (this.lexical.complete && this.lexical.own[slot] === 0)) return 0;
    let mask = this.#masks.get(slot);
    if (mask === undefined) {
      mask = this.#mask(slot);
      this.#masks.set(slot, mask);
    }
    return mask;
  }

  /** Share of the query's weight covered by a mask; join the masks of several turns for their common coverage. */
  covered(mask: number): number {
    let sum = 0;
    for (let place = 0, rest = mask; rest !== 0; place++, rest >>>= 1)
      if ((rest & 1) !== 0) sum += this.#weights[place] ?? 0;
    return sum / this.#total;
  }

  #mask(slot: number): number {
    const { postings } = this.index;
    const { sequence } = postings;
    const roles = this.#roles;
    const end = postings.start(slot) + postings.length(slot);
    let mask = 0;
    for (let at = end - postings.length(slot); at < end; at++) {
      const number = sequence[at] ?? 0;
      if (((roles[number] ?? 0) & ROLE.word) !== 0) mask |= 1 << (this.#places.get(number) ?? 0);
    }
    return mask;
  }

  #mark(numbers: Iterable<number>, role: number): void {
    for (const number of numbers)
      if (number >= 0) this.#roles[number] = (this.#roles[number] ?? 0) | role;
  }

  #closePairs(places: readonly number[], start: number): number {
    if (this.#pairs.size === 0 || places.length < 2) return 0;
    const { sequence } = this.index.postings;
    const found = new Set<number>();
    places.forEach((at, order) => {
      for (let back = order - 1; back >= 0 && at - (places[back] ?? 0) <= PAIR_REACH; back--) {
        const key = pairKey(
          sequence[start + (places[back] ?? 0)] ?? NONE,
          sequence[start + at] ?? NONE,
        );
        if (this.#pairs.has(key)) found.add(key);
      }
    });
    return found.size / this.#pairs.size;
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
