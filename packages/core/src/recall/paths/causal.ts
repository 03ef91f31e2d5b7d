import type { Accept } from '../../indexes/accept.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { type Candidate, PATH_LIMIT } from '../candidate.js';
import type { Understanding } from '../understand.js';
import type { CausalCode, CausalSpace } from '../../spaces/e05-causal.js';

/** How well memories fit a question about causes. */
export class CausalFit {
  readonly #query: CausalCode | null;
  readonly #reversed: CausalCode | null;
  readonly #codes = new Map<number, CausalCode | null>();

  constructor(
    private readonly index: BankIndex,
    private readonly space: CausalSpace,
    understanding: Understanding,
  ) {
    const { query: text, language, now, periods, direction, terms, entities } = understanding;
    // A word that is in no memory may still be similar to one that is.
    const heaviest = Math.max(1, ...terms.map(({ weight }) => weight));
    const weighted = terms.map(({ term, number, weight }) => ({
      term,
      weight: number < 0 ? heaviest : weight,
    }));
    this.#query =
      direction === null
        ? null
        : space.query({
            text,
            language,
            now,
            periods,
            direction,
            terms: weighted,
            entities: entities.map(({ id }) => id),
          });
    this.#reversed =
      this.#query === null ? null : { cause: this.#query.effect, effect: this.#query.cause };
  }

  /** Whether the question asks about causes at all. */
  get asked(): boolean {
    return this.#query !== null;
  }

  /** Similarity in the causal space, 0..1; 0 for a memory that states no cause, or a question without a direction. */
  similarity(slot: number): number {
    const code = this.#code(slot);
    return code === null || this.#query === null ? 0 : this.space.similarity(this.#query, code);
  }

  /** How much better it answers in the direction asked than in the opposite one, -1..1. */
  fit(slot: number): number {
    const code = this.#code(slot);
    if (code === null || this.#query === null || this.#reversed === null) return 0;
    return this.space.similarity(this.#query, code) - this.space.similarity(this.#reversed, code);
  }

  #code(slot: number): CausalCode | null {
    if (this.#query === null) return null;
    const known = this.#codes.get(slot);
    if (known !== undefined) return known;
    const packed = this.index.causal.get(slot);
    const code = packed === undefined ? null : this.space.unpack(packed);
    this.#codes.set(slot, code);
    return code;
  }
}

/** Up to this many memories that state a cause, all are scanned; beyond, only those with the query's words. */
const SCANNED = 1_000;
/** Similarities below this occur by chance. */
const LEAST = 0.15;

/** Memories whose cause or effect is similar to what is asked about, those in the role asked for first. */
export function causalPath(
  index: BankIndex,
  causal: CausalFit,
  worded: () => readonly Candidate[],
  accepts: Accept,
): Candidate[] {
  if (!causal.asked) return [];
  const slots =
    index.causal.size <= SCANNED ? [...index.causal.keys()] : worded().map(({ slot }) => slot);
  return slots
    .filter((slot) => accepts(slot))
    .map((slot) => ({ slot, score: causal.similarity(slot) }))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}
