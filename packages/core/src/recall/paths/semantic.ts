import type { ParsedImageInput } from '../../domain/memory.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import {
  type Accept,
  ACCEPT_ALL,
  companions,
  type Companions,
} from '../../indexes/index-lookups.js';
import type { NearestSlots, VectorIndex } from '../../ports/indexes.js';
import { type Candidate, PATH_LIMIT, topSlots } from '../candidate.js';
import { K1, type LexicalScores } from './lexical.js';
import type { FeatureTable } from '../ranking/feature-list.js';
import { type FusionModel, probability } from '../ranking/fusion-model.js';
import type { RecallCache } from '../recall-cache.js';
import type { QueryTerm, Understanding } from '../understand.js';
import { type PictureCodes, type PicturePorts, readPicture } from '../../spaces/e10-multimodal.js';

/** Up to this many vectors, one scan of all is cheaper than single lookups. */
const SCANNED = 3_000;
/**
 * A passage counts for its text with this share of its cosine, if that exceeds the text's own. A text of many
 * passages has many chances that one is somewhat similar: at full weight, long texts would push out short ones.
 */
const OF_PASSAGE = 0.6;
/**
 * In an index of more vectors than this, a filter is applied to the nearest vectors only: most filters accept almost
 * everything, and testing a million slots would take longer than the search.
 */
const FILTERED_AFTER = 5_000;
/** Factor on the number searched, to make up for those that the filter rejects. */
const SPARE = 1.25;
/** Passages searched per text wanted: several may belong to one text. */
const PASSAGES_EACH = 2;

/** Cosines of slots to one query, each computed once. Reuses its arrays: {@link begin} starts a new query. */
export class Similarities {
  /** By slot; NaN if not computed yet. */
  #known: Float32Array = new Float32Array(0);
  readonly #asked: number[] = [];
  #index: BankIndex | null = null;
  #query: Float32Array = new Float32Array(0);
  /** All slots in order, up to the size at the last full scan. */
  #every = new Int32Array(0);
  /** Scratch array for the matches of a scan. */
  #alike = new Int32Array(0);
  #scanned = false;

  begin(index: BankIndex, query: Float32Array): void {
    this.#clear(index.size);
    this.#index = index;
    this.#query = query;
    this.#scanned = index.vectors.size + index.passageVectors.size <= SCANNED;
    if (this.#scanned) this.#scan(index, query);
  }

  /**
   * The `k` most similar that `accepts` admits, best first, ties to the one recorded first; none with a cosine of 0
   * or less.
   */
  nearest(k: number, accepts: Accept): Candidate[] {
    const index = this.#index;
    if (index === null) return [];
    if (this.#scanned && index.vectors.beyondScan !== true) {
      let count = 0;
      for (let slot = 0; slot < index.size; slot++)
        if ((this.#known[slot] ?? 0) > 0 && accepts(slot)) this.#alike[count++] = slot;
      return this.#best(this.#alike, count, k);
    }
    const found = nearestIn(index.vectors, this.#query, k, accepts);
    const { passages, passageVectors } = index;
    if (passageVectors.size === 0) return found;
    const near = nearestIn(
      passageVectors,
      this.#query,
      PASSAGES_EACH * k,
      accepts === ACCEPT_ALL ? ACCEPT_ALL : (passage) => accepts(passages.owner(passage)),
    );
    const slots = [
      ...new Set([
        ...found.map(({ slot }) => slot),
        ...near.map(({ slot }) => passages.owner(slot)),
      ]),
    ];
    this.prepare(slots);
    return this.#best(slots, slots.length, k);
  }

  of(slot: number): number {
    const found = this.#known[slot] ?? 0;
    if (!Number.isNaN(found)) return found;
    this.prepare([slot]);
    return this.#known[slot] ?? 0;
  }

  /** Cosines of a long text's passages, in order; null if they have no vectors. */
  ofPassages(slot: number): Float32Array | null {
    if (this.#index === null) return null;
    const numbers = passagesOf([slot], this.#index);
    return numbers.length === 0
      ? null
      : this.#index.passageVectors.similarities(numbers, this.#query);
  }

  /** Computes many at once, before they are needed one by one. */
  prepare(slots: readonly number[]): void {
    if (this.#index === null) return;
    const missing: number[] = [];
    for (const slot of slots) {
      if (slot < 0 || !Number.isNaN(this.#known[slot] ?? 0)) continue;
      // Marked first, so that a slot given twice is computed once.
      this.#known[slot] = 0;
      missing.push(slot);
    }
    if (missing.length === 0) return;
    const cosines = this.#index.vectors.similarities(missing, this.#query);
    for (let at = 0; at < missing.length; at++) {
      const slot = missing[at] ?? 0;
      this.#known[slot] = cosines[at] ?? 0;
      this.#asked.push(slot);
    }
    const { passages } = this.#index;
    const documents = missing.filter((slot) => passages.isDocument(slot));
    this.#hearPassages(this.#index, passagesOf(documents, this.#index), this.#query);
  }

  #best(slots: ArrayLike<number>, count: number, k: number): Candidate[] {
    return topSlots(slots, count, this.#known, k).map((slot) => ({
      slot,
      score: this.#known[slot] ?? 0,
    }));
  }

  /** Raises the similarity of each document to the weighted cosine of its best passage. */
  #hearPassages(
    { passages, passageVectors }: BankIndex,
    numbers: ArrayLike<number>,
    query: Float32Array,
  ): void {
    if (numbers.length === 0) return;
    const cosines = passageVectors.similarities(numbers, query);
    for (let at = 0; at < numbers.length; at++) {
      const slot = passages.owner(numbers[at] ?? 0);
      if (!passages.isDocument(slot)) continue;
      const cosine = OF_PASSAGE * (cosines[at] ?? 0);
      if (cosine > (this.#known[slot] ?? 0)) this.#known[slot] = cosine;
    }
  }

  #clear(size: number): void {
    if (this.#known.length < size)
      this.#known = new Float32Array(Math.ceil(size * 1.3) + 64).fill(NaN);
    else if (this.#scanned) this.#known.fill(NaN);
    else for (const slot of this.#asked) this.#known[slot] = NaN;
    this.#asked.length = 0;
  }

  #scan(index: BankIndex, query: Float32Array): void {
    const { size, vectors } = index;
    const passages = index.passageVectors.size;
    if (this.#every.length < Math.max(size, passages))
      this.#every = Int32Array.from(
        { length: Math.ceil(Math.max(size, passages) * 1.3) + 64 },
        (_, slot) => slot,
      );
    if (this.#alike.length < size) this.#alike = new Int32Array(this.#known.length);
    this.#known.set(vectors.similarities(this.#every.subarray(0, size), query));
    this.#hearPassages(index, this.#every.subarray(0, passages), query);
  }
}

/** The most similar of an index, best first; none with a cosine of 0 or less. */
function nearestIn(
  vectors: VectorIndex,
  query: Float32Array,
  k: number,
  accepts: Accept,
): Candidate[] {
  if (accepts === ACCEPT_ALL) return candidatesOf(vectors.nearest(query, k));
  if (vectors.size > FILTERED_AFTER) {
    const wanted = Math.ceil(k * SPARE);
    const found = vectors.nearest(query, wanted);
    const passed = candidatesOf(found).filter(({ slot }) => accepts(slot));
    // If too many were rejected, search again with the filter applied to every vector.
    if (passed.length >= k || found.slots.length < wanted) return passed.slice(0, k);
  }
  return candidatesOf(vectors.nearest(query, k, accepts));
}

function candidatesOf({ slots, scores }: NearestSlots): Candidate[] {
  return Array.from(slots, (slot, at) => ({ slot, score: scores[at] ?? 0 })).filter(
    ({ score }) => score > 0,
  );
}

/** The numbers of all passages of these slots; none if no passage has a vector. */
function passagesOf(slots: readonly number[], { passages, passageVectors }: BankIndex): number[] {
  if (passageVectors.size === 0) return [];
  return slots.flatMap((slot) =>
    Array.from({ length: passages.count(slot) }, (_, at) => passages.first(slot) + at),
  );
}

/** The nearest in meaning: cosine to the query's vector. */
export function semanticPath(similarities: Similarities, accepts: Accept): Candidate[] {
  return similarities.nearest(PATH_LIMIT, accepts);
}

interface Asked {
  readonly index: BankIndex;
  readonly understanding: Understanding;
  readonly lexical: LexicalScores;
  readonly similarities: Pick<Similarities, 'ofPassages'>;
}

/** The index of the passage of a long text that answers best by words and meaning; null for a text of one passage. */
export function bestPassage(
  slot: number,
  { index: { passages }, understanding, lexical, similarities }: Asked,
): number | null {
  if (passages.count(slot) === 0) return null;
  // Upper bound of a word score: each word repeated infinitely.
  const most = understanding.terms.reduce((sum, { weight }) => sum + weight, 0) * (K1 + 1) || 1;
  const first = passages.first(slot);
  const cosines = similarities.ofPassages(slot);
  let best = 0;
  let highest = -1;
  for (let place = 0; place < passages.count(slot); place++) {
    const words = (lexical.passages[first + place] ?? 0) / most;
    const worth = words + Math.max(0, cosines?.[place] ?? 0);
    if (worth > highest) [best, highest] = [place, worth];
  }
  return best;
}

const MAX_ASSOCIATES = 12;

/**
 * Words that occur together with the query's words in this bank more often than by chance: term number → strength
 * 0..1. Computed from the memories, so it needs no model and follows every change; `kept` caches the companions of a
 * word for one change of the bank.
 */
export function associate(
  { index, sequence }: Pick<BankState, 'index' | 'sequence'>,
  terms: readonly QueryTerm[],
  kept: RecallCache<Companions>,
): ReadonlyMap<number, number> {
  const heaviest = Math.max(1e-6, ...terms.map(({ weight }) => weight));
  if (strengths.length < index.postings.vocabulary)
    strengths = new Float64Array(index.postings.vocabulary * 2);
  const found: number[] = [];
  for (const { number, weight } of terms) {
    if (number < 0) continue;
    const key = String(number);
    let near = kept.get(key, sequence);
    if (near === null) kept.put(key, sequence, (near = companions(index, number)));
    for (let at = 0; at < near.numbers.length; at++) {
      const other = near.numbers[at] ?? 0;
      const known = strengths[other] ?? 0;
      if (known === 0) found.push(other);
      strengths[other] = Math.max(known, ((near.strengths[at] ?? 0) * weight) / heaviest);
    }
  }
  for (const { number } of terms) if (number >= 0) strengths[number] = 0;
  const best = topSlots(found, found.length, strengths, MAX_ASSOCIATES).filter(
    (number) => (strengths[number] ?? 0) > 0,
  );
  const associates = new Map(best.map((number) => [number, strengths[number] ?? 0]));
  for (const number of found) strengths[number] = 0;
  return associates;
}

/** Strengths by term number; reused between calls, and all zero in between. */
let strengths = new Float64Array(0);

const SHOWN_EXPANSIONS = 6;

/** The words most associated with the query's, for display. */
export function strongest(associates: ReadonlyMap<number, number>, index: BankIndex): string[] {
  return [...associates]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, SHOWN_EXPANSIONS)
    .map(([number]) => index.postings.term(number));
}

/** The query as input for the encoder: its words by rarity, and their associated words in this bank. */
export function queryWeights(
  understanding: Understanding,
  associates: ReadonlyMap<number, number>,
  index: BankIndex,
): { term: string; weight: number }[] {
  const heaviest = Math.max(1, ...understanding.terms.map(({ weight }) => weight));
  const own = understanding.terms.map(({ term, number, weight }) => ({
    term,
    weight: number < 0 ? heaviest : weight,
  }));
  const near = [...associates].map(([number, strength]) => ({
    term: index.postings.term(number),
    weight: strength * heaviest,
  }));
  return [...own, ...near];
}

/** The picture of a query. */
export interface QueryPicture {
  /** Hash of its file: the same picture under two paths is the same question. */
  readonly sha256: string;
  readonly codes: PictureCodes;
}

/** Reads the profile's picture. Throws `invalid_input`, `not_found`, `unavailable`, naming `profile.image`. */
export async function readQueryPicture(
  image: ParsedImageInput,
  ports: PicturePorts,
): Promise<QueryPicture> {
  const { record, code } = await readPicture(image, 'profile.image', ports);
  return { sha256: record.sha256, codes: [code] };
}

/**
 * Memories with the most similar pictures, each by its best one, ties to the one recorded first. Few memories have
 * pictures, so all are compared.
 */
export function imagePath(
  index: BankIndex,
  { codes }: QueryPicture,
  space: PicturePorts['space'],
  accepts: Accept,
): Candidate[] {
  const found: Candidate[] = [];
  for (const [slot, packed] of index.pictures) {
    if (!accepts(slot)) continue;
    const score = space.similarity(codes, space.unpack(packed));
    if (score > 0) found.push({ slot, score });
  }
  return found.sort((a, b) => b.score - a.score || a.slot - b.slot).slice(0, PATH_LIMIT);
}

/** Unrelated pictures reach this similarity by colours and composition alone. */
const CHANCE = 0.6;
const LEAST = 1e-6;

/**
 * Adds the pictures' evidence to the logits of the fusion, which was fitted on text. With a text, either may be the
 * reason (a noisy or: 1 - (1 - p)(1 - q)), where q grows from 0 at chance similarity to 1 for the same picture.
 * Without a text, the similarity itself is the score.
 */
export function addPictureEvidence(
  logits: Float32Array,
  table: FeatureTable,
  candidates: readonly Candidate[] | undefined,
  model: FusionModel,
  pictureAlone: boolean,
): Float32Array {
  if (candidates === undefined) return logits;
  const likeness = new Map(candidates.map(({ slot, score }) => [slot, score]));
  return logits.map((logit, row) => {
    const alike = likeness.get(table.slots[row] ?? -1) ?? 0;
    if (pictureAlone) return logitOf(alike, model);
    const meant = Math.max(0, (alike - CHANCE) / (1 - CHANCE));
    return meant === 0 ? logit : logitOf(1 - (1 - probability(model, logit)) * (1 - meant), model);
  });
}

/** The logit to which the model assigns this probability. */
function logitOf(chance: number, { slope, intercept }: FusionModel): number {
  const p = Math.max(LEAST, Math.min(1 - LEAST, chance));
  return (Math.log(p / (1 - p)) - intercept) / slope;
}
