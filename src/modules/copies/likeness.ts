import type { Relative } from '../../language/lexicon/relatives.js';
import type { WordVectors } from '../../language/meaning/word-vectors.js';
import type { Saying } from './saying.js';

export interface LikenessParts {
  readonly relatives: (stem: string) => readonly Relative[];
  readonly vectors: WordVectors;
  /** How telling a stem is in this bank: the rarer the more. */
  readonly rarity: (stem: string) => number;
}

/** What a word in other words is worth: a synonym; a neighbour in meaning, which may be its opposite. */
const SYNONYM = 0.98;
const NEIGHBOUR = 0.75;
const NEAR = 0.5;
/** Where a word has no counterpart that surely means the same, nobody but a person can say that nothing was lost. */
const DOUBTFUL = 0.94;
/** What speaks of another time, person or number is another statement. */
const ANOTHER = 0.6;

/**
 * How far two texts say the same, 0..1: the smaller of the two shares of what they tell that stands in the other, words weighed by how
 * rare they are. Above 0.95 only where every word has its like and no time, figure, person, order of names or negation differs.
 */
export function likeness(a: Saying, b: Saying, parts: LikenessParts): number {
  const [there, back] = [covered(a, b, parts), covered(b, a, parts)];
  const score = Math.min(there.share, back.share);
  if (
    !sameSet(a.fixed, b.fixed) ||
    otherPersons(a.persons, b.persons) ||
    !sameNames(a.names, b.names, b.stems, a.stems)
  )
    return Math.min(score, ANOTHER);
  return there.sure && back.sure && sameSet(a.persons, b.persons)
    ? score
    : Math.min(score, DOUBTFUL);
}

function covered(
  a: Saying,
  b: Saying,
  parts: LikenessParts,
): { readonly share: number; readonly sure: boolean } {
  let [told, found, sure] = [0, 0, true];
  const own = new Set(b.stems);
  for (const stem of a.stems) {
    const weight = parts.rarity(stem);
    const best = own.has(stem) ? 1 : nearest(stem, b.stems, own, parts);
    told += weight;
    found += weight * best;
    if (best < SYNONYM) sure = false;
  }
  return { share: told === 0 ? 0 : found / told, sure };
}

function nearest(
  stem: string,
  others: readonly string[],
  own: ReadonlySet<string>,
  { relatives, vectors }: LikenessParts,
): number {
  for (const { stem: other, strength } of relatives(stem))
    if (strength === 1 && own.has(other)) return SYNONYM;
  // Word forms that stemming leaves apart: "photography", "photographer".
  if (
    stem.length >= 6 &&
    others.some((other) => other.length >= 6 && sharedStart(stem, other) >= 6)
  )
    return NEIGHBOUR;
  const row = vectors.row(stem);
  let near = 0;
  if (row >= 0)
    vectors.eachNear(row, (other, nearness) => {
      if (nearness >= NEAR && own.has(other)) near = NEIGHBOUR;
    });
  return near;
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}

/** Whether each speaks of somebody of whom the other does not. */
function otherPersons(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => !b.has(one)) && [...b].some((one) => !a.has(one));
}

/** Whether the names of each stand in the other, and those of both in the same order: who did it to whom. */
function sameNames(
  a: readonly string[],
  b: readonly string[],
  stemsOfB: readonly string[],
  stemsOfA: readonly string[],
): boolean {
  if (!a.every((name) => stemsOfB.includes(name)) || !b.every((name) => stemsOfA.includes(name)))
    return false;
  const both = a.filter((name) => b.includes(name));
  const order = b.filter((name) => both.includes(name));
  return both.every((name, at) => name === order[at]);
}
