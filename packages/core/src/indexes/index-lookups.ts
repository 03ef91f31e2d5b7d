import type { Entity } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import { isToldIn, isWithin } from '../domain/memory-times.js';
import type { BankIndex } from './bank-index.js';
import type { BankState } from './bank-state.js';
import { postingSlot } from './postings.js';
import { isStopWord, words } from '../language/segmentation.js';
import type { Stemmer } from '../language/stem.js';
import type { BankWords } from '../ports/indexes.js';
import type { Filter } from '../ports/store.js';

/** Whether a slot may be found. */
export type Accept = (slot: number) => boolean;

/** Accepts everything; searches that recognise it need not call it per slot. */
export const ACCEPT_ALL: Accept = () => true;

/** The parts of a filter that the index can decide, and the memories that match the rest. */
export interface IndexFilter extends Omit<
  Filter,
  'metadata' | 'withoutTag' | 'onlyRetracted' | 'newestFirst'
> {
  readonly among?: ReadonlySet<MemoryId>;
}

/**
 * A filter as a predicate on slots. `asOf` uses the time of recording; the past versions themselves are read from the
 * store.
 */
export function acceptor(index: BankIndex, filter: IndexFilter): Accept {
  const tests: Accept[] = [];
  const { asOf } = filter;
  if (asOf !== undefined) tests.push((slot) => index.recordedAt.get(slot) <= asOf);
  else if (filter.includeRetracted !== true && index.live < index.size)
    tests.push((slot) => index.isLive(slot));
  if (filter.kinds !== undefined) {
    const kinds = new Set(filter.kinds);
    tests.push((slot) => kinds.has(index.kind(slot)));
  }
  if (filter.speaker !== undefined) tests.push(saidBy([filter.speaker], index));
  if (filter.speakers !== undefined) tests.push(saidBy(filter.speakers, index));
  if (filter.exceptSpeakers !== undefined) {
    const isTheirs = saidBy(filter.exceptSpeakers, index);
    tests.push((slot) => !isTheirs(slot));
  }
  if (filter.session !== undefined) {
    const session = index.sessions.find(filter.session);
    tests.push((slot) => session >= 0 && index.session(slot) === session);
  }
  if (filter.minConfidence !== undefined) {
    const least = filter.minConfidence;
    tests.push((slot) => index.confidence.get(slot) >= least);
  }
  if (filter.occurred !== undefined) {
    const { occurred } = filter;
    tests.push(
      (slot) =>
        isWithin(
          { occurredFrom: index.occurredFrom.get(slot), occurredTo: index.occurredTo.get(slot) },
          occurred,
        ) ||
        (occurred.retold === true && isToldIn(index.retold.get(slot) ?? [], occurred)),
    );
  }
  for (const tag of filter.tags ?? []) tests.push((slot) => index.tags(slot).includes(tag));
  const { among } = filter;
  if (among !== undefined) tests.push((slot) => among.has(index.id(slot)));
  const [only] = tests;
  if (only === undefined) return ACCEPT_ALL;
  return tests.length === 1 ? only : (slot) => tests.every((test) => test(slot));
}

function saidBy(names: readonly string[], index: BankIndex): Accept {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const speakers = new Set(
    index.speakers
      .all()
      .flatMap((name, number) => (wanted.has(name.toLowerCase()) ? [number] : [])),
  );
  return (slot) => speakers.has(index.speaker(slot));
}

/**
 * Whether a current memory contains the term. The index retains the words of forgotten memories, which may be
 * restored; until then, they must not be revealed.
 */
export function isTermKnown(index: BankIndex, number: number): boolean {
  if (number < 0) return false;
  if (index.live === index.size) return true;
  return index.postings.list(number).some((posting) => index.isLive(postingSlot(posting)));
}

/** Whether the entity has a live edge, so that a current memory involves it. */
export function isEntityKnown({ id }: Entity, { edges }: Pick<BankState, 'edges'>): boolean {
  return edges.isLinked(edges.node(id));
}

/** Whether the name of a speaker or an entity in current memories contains this word, normalised as names are. */
export function isNameKnown(folded: string, state: BankState): boolean {
  return (
    state.index.speakersByWord(folded).some((speaker) => state.index.heard.has(speaker)) ||
    state.entities.sharingWord(folded).some((entity) => isEntityKnown(entity, state))
  );
}

/** The names of an entity, without those that occur in forgotten memories only. */
export function namesKnown(
  { name, aliases }: Entity,
  { index }: Pick<BankState, 'index'>,
  stemmer: Stemmer,
): readonly string[] {
  const isForgotten = (word: string): boolean => {
    const numbers = [word, stemmer(word, 'en')]
      .map((term) => index.postings.numberOf(term))
      .filter((number) => number >= 0);
    return (
      numbers.length > 0 &&
      !numbers.some((number) => isTermKnown(index, number)) &&
      !index.speakersByWord(word).some((speaker) => index.heard.has(speaker))
    );
  };
  return [name, ...aliases].filter(
    (each) => index.live === index.size || !words(each).some(({ text }) => isForgotten(text)),
  );
}

/** The words of an index. */
type WordIndex = Pick<BankIndex, 'postings' | 'size'> & Partial<Pick<BankIndex, 'live' | 'isLive'>>;

/** Number of a word's memories that are sampled, the newest. */
const SAMPLE = 64;
/** Minimum number of memories shared with a word to be more than chance. */
const MIN_TOGETHER = 2;
/** Dampens rare observations (a shrunken pointwise mutual information). */
const SHRINK = 4;

/** Counts by term number; reused between calls, and all zero in between. */
let counts = new Uint8Array(0);
/** By term number, the last posting that counted it: a word that is repeated in a memory counts once. */
let counted = new Int32Array(0);

/** Words associated with a word: their numbers, and strengths 0..1. */
export interface Companions {
  readonly numbers: Int32Array;
  readonly strengths: Float64Array;
}

/** Words that occur in a word's memories more often than by chance, in no order. */
export function companions(index: WordIndex, number: number): Companions {
  const { postings } = index;
  const { sequence, vocabulary } = postings;
  if (counts.length < vocabulary) {
    counts = new Uint8Array(vocabulary * 2);
    counted = new Int32Array(vocabulary * 2);
  }
  const { isLive, live = index.size } = index;
  const whole = postings.list(number);
  // Forgotten memories contribute no associations.
  const standing =
    isLive === undefined || live === index.size
      ? whole
      : whole.filter((posting) => isLive.call(index, postingSlot(posting)));
  const list = standing.slice(-SAMPLE);
  const numbers: number[] = [];
  const strengths: number[] = [];
  const together: number[] = [];
  const seen: number[] = [];
  list.forEach((posting, at) => {
    const slot = postingSlot(posting);
    const start = postings.start(slot);
    const end = start + postings.length(slot);
    for (let place = start; place < end; place++) {
      const other = sequence[place] ?? 0;
      const count = counts[other] ?? 0;
      if (count > 0 && counted[other] === at) continue;
      if (count === MIN_TOGETHER - 1) together.push(other);
      if (count === 0) seen.push(other);
      counts[other] = count + 1;
      counted[other] = at;
    }
  });
  const all = Math.log(index.size + 1);
  for (const other of together) {
    const count = counts[other] ?? 0;
    if (other === number || isStopWord(postings.term(other), 'en')) continue;
    const expected = (list.length * postings.documentFrequency(other)) / index.size;
    const strength = (Math.log(count / expected) / all) * (count / (count + SHRINK));
    if (strength <= 0) continue;
    numbers.push(other);
    strengths.push(Math.min(1, strength));
  }
  for (const other of seen) counts[other] = 0;
  return { numbers: Int32Array.from(numbers), strengths: Float64Array.from(strengths) };
}

/** A bank's words as the spaces read them. Looks up `state.index` on every call, as the index may be reloaded. */
export function wordsOf(state: { readonly index: WordIndex }): BankWords {
  return {
    get memories() {
      return state.index.size;
    },
    documentFrequency: (stem) => {
      const { postings } = state.index;
      const number = postings.numberOf(stem);
      return number < 0 ? 0 : postings.documentFrequency(number);
    },
    companions: (stem, most) => {
      const { index } = state;
      const { postings } = index;
      const number = postings.numberOf(stem);
      if (number < 0) return [];
      const { numbers, strengths } = companions(index, number);
      return Array.from(numbers, (other, at) => ({ other, strength: strengths[at] ?? 0 }))
        .sort((a, b) => b.strength - a.strength || a.other - b.other)
        .slice(0, most)
        .map(({ other, strength }) => ({ stem: postings.term(other), strength }));
    },
  };
}
