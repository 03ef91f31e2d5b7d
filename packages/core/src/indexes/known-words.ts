import type { Entity } from '../domain/graph.js';
import type { Stemmer } from '../language/stem.js';
import { words } from '../language/words.js';
import type { BankIndex } from './bank-index.js';
import type { BankState } from './bank-state.js';
import { postingSlot } from './postings.js';

/**
 * Whether a current memory has the term. The index keeps the words of forgotten memories, which may be
 * restored; nobody is told of them meanwhile.
 */
export function isTermKnown(index: BankIndex, number: number): boolean {
  if (number < 0) return false;
  if (index.live === index.size) return true;
  return index.postings.list(number).some((posting) => index.isLive(postingSlot(posting)));
}

/** Whether a current memory has something to do with the entity. */
export function isEntityKnown({ id }: Entity, { edges }: Pick<BankState, 'edges'>): boolean {
  return edges.isLinked(edges.node(id));
}

/** Whether a name of a speaker or an entity that current memories speak of contains this word, normalised as names are. */
export function isNameKnown(folded: string, state: BankState): boolean {
  return (
    state.index.speakersByWord(folded).some((speaker) => state.index.heard.has(speaker)) ||
    state.entities.sharingWord(folded).some((entity) => isEntityKnown(entity, state))
  );
}

/** The names of an entity, without those that forgotten memories alone called it by. */
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
