import type { Relative } from '@mneme/core/language/stem.js';
import type { Statement } from './read-answer.js';
import type { Evidence } from '@mneme/core/recall/confidence/evidence.js';
import { type LearnedEncoder, normalise } from '@mneme/core/spaces/dense-vectors.js';
import type { TextEncoder } from '@mneme/core/spaces/e01-semantic.js';

/** Features for whether two statements of a turn make one claim. */
export const SAME_CLAIM_EVIDENCE = [
  'words',
  'nearest words',
  'meaning',
  'nearest meaning',
  'same amount',
  'other amount',
  'polarity',
  'opposite',
] as const;
export type SameClaim = (typeof SAME_CLAIM_EVIDENCE)[number];
export type SameClaimEvidence = Evidence<SameClaim>;

/** Encoders of statements: the learned sentence encoder if there is one, else hashed words. */
export interface StatementEncoders {
  readonly encoder: Pick<TextEncoder, 'document'>;
  readonly embedder?: Pick<LearnedEncoder, 'documents'>;
}

/** A unit vector for each statement; hashed words for all if the sentence encoder skipped any. */
export async function statementVectors(
  statements: readonly Statement[],
  { encoder, embedder }: StatementEncoders,
): Promise<readonly Float32Array[]> {
  const made = await embedder?.documents(statements.map(({ text }) => text));
  const meant = made?.vectors.flatMap((vector) => (vector === null ? [] : [vector])) ?? [];
  const vectors =
    meant.length === statements.length
      ? meant
      : statements.map(({ text, terms }) => encoder.document(text, terms));
  return vectors.map((vector) => normalise(Float32Array.from(vector)));
}

/** Stems with the same or a related meaning. */
export type Relatives = (stem: string) => readonly Relative[];

/** Similarity of two different words: synonyms, related words, forms that stemming leaves apart. */
const SYNONYM = 0.9;
const SAME_MATTER = 0.5;
const KIN = 0.75;
/** Longer words that share this many leading letters are forms of one word. */
const KIN_LETTERS = 5;
/** Weight of a word that is in the query. */
const ASKED = 0.4;

interface Worded {
  readonly terms: readonly string[];
}

/**
 * Mutual coverage of texts: the share of the words of one, weighted by rarity here and in English, that occur in the
 * other or have a similar word there. Words of the query weigh less, as all answers have them. Geometric mean of both
 * directions, 0..1, as a matrix by rows.
 */
export function mutualCoverage(
  texts: readonly Worded[],
  relatives: Relatives,
  asked: ReadonlySet<string>,
): Float32Array {
  const postings = new Map<string, number[]>();
  const sets = texts.map(({ terms }) => [...new Set(terms)]);
  for (const [at, terms] of sets.entries())
    for (const term of terms) {
      const known = postings.get(term);
      if (known === undefined) postings.set(term, [at]);
      else known.push(at);
    }
  const best = bestLikes(postings, texts.length, relatives);
  const weights = new Map([...postings].map(([term, at]) => [term, weigh(term, at.length)]));
  function weigh(term: string, spread: number): number {
    return (asked.has(term) ? ASKED : 1) * Math.log(1 + (texts.length + 1) / spread);
  }
  const size = texts.length;
  const covered = new Float32Array(size * size);
  for (const [at, terms] of sets.entries()) {
    const whole = terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    for (const term of whole === 0 ? [] : terms) {
      const likes = best.get(term);
      const share = (weights.get(term) ?? 0) / whole;
      for (let other = 0; other < size; other++)
        covered[at * size + other] =
          (covered[at * size + other] ?? 0) + share * (likes?.[other] ?? 0);
    }
  }
  const mutual = new Float32Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++)
      mutual[a * size + b] = Math.sqrt((covered[a * size + b] ?? 0) * (covered[b * size + a] ?? 0));
  return mutual;
}

/** For each word, its best similarity to the words of each text. */
function bestLikes(
  postings: ReadonlyMap<string, readonly number[]>,
  size: number,
  relatives: Relatives,
): ReadonlyMap<string, Float32Array> {
  const best = new Map([...postings.keys()].map((term) => [term, new Float32Array(size)]));
  const raise = (term: string, like: string, worth: number): void => {
    const row = best.get(term);
    for (const at of postings.get(like) ?? [])
      if (row !== undefined && (row[at] ?? 0) < worth) row[at] = worth;
  };
  const alike = (one: string, other: string, worth: number): void => {
    if (!postings.has(other)) return;
    raise(one, other, worth);
    raise(other, one, worth);
  };
  const kin = new Map<string, string>();
  for (const term of postings.keys()) {
    raise(term, term, 1);
    for (const { stem, strength } of relatives(term))
      alike(term, stem, strength === 1 ? SYNONYM : SAME_MATTER);
    if (term.length <= KIN_LETTERS) continue;
    const start = term.slice(0, KIN_LETTERS);
    const known = kin.get(start);
    if (known === undefined) kin.set(start, term);
    else alike(term, known, KIN);
  }
  return best;
}
