import type { BankState } from '../../indexes/bank-state.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { RecallPorts } from '../../recall/recall-context.js';

/** How like a told case is to what is about to be done. */
export interface Likeness {
  /** Cosine of what was said of it to what is asked. */
  readonly meaning: number;
  /** The share of the asked words' weight that it has, 0..1. */
  readonly words: number;
  /** How near its numbers are to the asked ones, -0.7..0.3; 0 where either has none. */
  readonly numbers: number;
}

/** What each is worth in logits; fitted on told lives by what 225 undertakings came to: decision 313. */
const WORTH: Likeness = { meaning: 8.6, words: 10, numbers: 4.4 };
/** Whether anything told bears on it, by the likest case. */
const KNOWN_AT = -2.4;
const KNOWN_PER = 0.45;

/** In logits: how much a case of that likeness tells of what is asked. */
export function worthOf({ meaning, words, numbers }: Likeness): number {
  return WORTH.meaning * meaning + WORTH.words * words + WORTH.numbers * numbers;
}

/** The probability that a case of this worth bears on what is asked, 0..1. */
export const bearing = (worth: number): number =>
  1 / (1 + Math.exp(-(KNOWN_AT + KNOWN_PER * worth)));

/** Whether it more probably bears on it than not. */
export const bearsOn = (worth: number): boolean => bearing(worth) >= 0.5;

/** So many memories a bank counts as having besides: few tell little of how rare a word is. */
const UNTOLD = 100;

/** Compares what is about to be done with what was told. */
export class AskedUndertaking {
  private constructor(
    private readonly weights: ReadonlyMap<string, number>,
    private readonly total: number,
    private readonly numbers: readonly number[],
    private readonly vector: Float32Array,
    private readonly state: BankState,
  ) {}

  static async of(asked: string, state: BankState, ports: RecallPorts): Promise<AskedUndertaking> {
    const { postings, size } = state.index;
    const { terms, numbers } = readCase(asked, ports.stemmer);
    const weights = new Map(
      [...terms].map((term) => {
        const seen = postings.documentFrequency(postings.numberOf(term));
        return [term, Math.log((size + UNTOLD) / (seen + 0.5))] as const;
      }),
    );
    const { embedder, encoder } = ports;
    const vector =
      embedder?.id === state.encoder
        ? (await embedder.query(asked)).vector
        : encoder.query([...weights].map(([term, weight]) => ({ term, weight })));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    return new AskedUndertaking(weights, total, numbers, vector, state);
  }

  /** How like a case is, by its words and its memory's meaning. */
  to({ terms, numbers }: ReadCase, slot: number): Likeness {
    let held = 0;
    for (const [term, weight] of this.weights) if (terms.has(term)) held += weight;
    return {
      meaning: this.state.index.vectors.similarity(slot, this.vector),
      words: this.total === 0 ? 0 : held / this.total,
      numbers: nearness(this.numbers, numbers),
    };
  }
}

/** A case's stems and numbers. */
export interface ReadCase {
  readonly terms: ReadonlySet<string>;
  readonly numbers: readonly number[];
}

export function readCase(text: string, stemmer: Stemmer): ReadCase {
  return { terms: new Set(contentTerms(text, 'en', stemmer)), numbers: numbersIn(text) };
}

const NUMBER = /\p{Nd}+(?:[.:]\p{Nd}+)?/gu;
/** A text of more numbers is no case. */
const MOST_NUMBERS = 20;
/** Numbers nearer than that speak for a case, others against it. */
const NEAR = 0.7;

/** Numbers as they stand; a time of day in hours. */
function numbersIn(text: string): readonly number[] {
  return (text.match(NUMBER) ?? []).slice(0, MOST_NUMBERS).map((written) => {
    const [whole, minutes] = written.split(':');
    return minutes === undefined ? Number(written) : Number(whole) + Number(minutes) / 60;
  });
}

function nearness(asked: readonly number[], told: readonly number[]): number {
  if (asked.length === 0 || told.length === 0) return 0;
  let nearest = 0;
  for (const one of asked)
    for (const other of told) {
      const most = Math.max(one, other);
      nearest = Math.max(nearest, most === 0 ? 1 : 1 - Math.abs(one - other) / most);
    }
  return nearest - NEAR;
}
