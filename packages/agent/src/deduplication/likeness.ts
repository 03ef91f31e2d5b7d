import { readLexicon } from '@mneme/core/language/lexicon.js';
import type { Relative } from '@mneme/core/language/related-words.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import type { Saying } from './saying.js';
import DATA from '@mneme/core/data/lexicon/interchangeable.json' with { type: 'json' };

/**
 * Interchangeable words, one group per line. The engine's synonyms serve retrieval (“sound” finds “noise”) and are
 * too loose to equate statements; these are the pairs that share one of the two first senses of each in WordNet 3.1,
 * where that sense makes up 30 % of the uses counted there, minus some removed by hand.
 */
const INTERCHANGEABLE = DATA.INTERCHANGEABLE.join('\n');

/** Tests whether two English stems mean the same beyond doubt. */
export function interchangeable(stemmer: Stemmer): (stem: string, other: string) => boolean {
  const same = new Map<string, Set<string>>();
  for (const group of readLexicon(INTERCHANGEABLE)) {
    const stems = group.map((word) => stemmer(word, 'en'));
    for (const stem of stems) same.set(stem, new Set([...(same.get(stem) ?? []), ...stems]));
  }
  return (stem, other) => same.get(stem)?.has(other) ?? false;
}

export interface LikenessParts {
  /** Whether two stems mean the same beyond doubt (`interchangeable`). */
  readonly same: (stem: string, other: string) => boolean;
  readonly relatives: (stem: string) => readonly Relative[];
  /** Weight of a stem in this bank: the rarer the higher. */
  readonly rarity: (stem: string) => number;
}

/** Worth of a match that is not the same word: interchangeable; a synonym in some senses; a related word form. */
const SAME = 0.98;
const SYNONYM = 0.9;
const KIN = 0.75;
/** Minimum number of leading letters that two related word forms share. */
const SHARED = 6;
/** Cap where a word has no certain counterpart: only a person can tell that nothing would be lost. */
const DOUBTFUL = 0.94;
/**
 * Texts with fewer content words may be remarks on something unnamed: "sounds interesting", "I think it's a good
 * idea".
 */
const REMARK = 4;
/** Cap for texts that differ in time, person or number: different statements. */
const ANOTHER = 0.6;

/**
 * Similarity of two texts, 0..1: the smaller of the two shares of content that is also in the other, words weighted
 * by rarity. Above 0.95 only where every word has a certain match, and no time, figure, person, order of names or
 * negation differs.
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
  return Math.min(a.stems.length, b.stems.length) >= REMARK &&
    there.sure &&
    back.sure &&
    sameSet(a.persons, b.persons) &&
    (sameOrder(a, there.likes, b) || sameOrder(b, back.likes, a))
    ? score
    : Math.min(score, DOUBTFUL);
}

interface Covered {
  readonly share: number;
  /** Whether every word has a certain match. */
  readonly sure: boolean;
  /** For each word its match in the other text; '' where there is none. */
  readonly likes: readonly string[];
}

function covered(a: Saying, b: Saying, parts: LikenessParts): Covered {
  let [told, found, sure] = [0, 0, true];
  const own = new Set(b.stems);
  const likes: string[] = [];
  for (const stem of a.stems) {
    const weight = parts.rarity(stem);
    const match = own.has(stem) ? { worth: 1, as: stem } : nearest(stem, b.stems, own, parts);
    told += weight;
    found += weight * match.worth;
    likes.push(match.as);
    if (match.worth < SAME) sure = false;
  }
  return { share: told === 0 ? 0 : found / told, sure, likes };
}

/**
 * Whether both have the same word order, apart from one prepositional phrase: “In Leeds she works as a nurse”. The
 * order tells who does what to whom, as nothing here parses grammar.
 */
function sameOrder(one: Saying, likes: readonly string[], { stems: other, led }: Saying): boolean {
  // Two words may have the same match in the other text.
  const a = [...new Set(likes)];
  const ledInA = new Set(
    one.stems.flatMap((stem, at) => (one.led.has(stem) ? (likes[at] ?? []) : [])),
  );
  if (a.length !== other.length) return false;
  let first = 0;
  while (first < a.length && a[first] === other[first]) first += 1;
  if (first === a.length) return true;
  let last = a.length;
  while (a[last - 1] === other[last - 1]) last -= 1;
  const middle = a.slice(first, last);
  const cut = middle.indexOf(other[first] ?? '');
  if (cut < 0) return false;
  const [before, moved] = [middle.slice(0, cut), middle.slice(cut)];
  if (![...moved, ...before].every((stem, at) => stem === other[first + at])) return false;
  return [before[0], moved[0]].some(
    (stem) => stem !== undefined && led.has(stem) && ledInA.has(stem),
  );
}

interface Match {
  readonly worth: number;
  readonly as: string;
}

function nearest(
  stem: string,
  others: readonly string[],
  own: ReadonlySet<string>,
  { same, relatives }: LikenessParts,
): Match {
  const sure = others.find((other) => same(stem, other));
  if (sure !== undefined) return { worth: SAME, as: sure };
  for (const { stem: other, strength } of relatives(stem))
    if (strength === 1 && own.has(other)) return { worth: SYNONYM, as: other };
  // Related forms that stemming leaves apart: "photography", "photographer".
  const kin =
    stem.length < SHARED ? undefined : others.find((other) => sharedStart(stem, other) >= SHARED);
  return kin === undefined ? { worth: 0, as: '' } : { worth: KIN, as: kin };
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}

/** Whether each speaks of a person of whom the other does not. */
function otherPersons(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => !b.has(one)) && [...b].some((one) => !a.has(one));
}

/** Whether both have the same names in the same order: who did what to whom. */
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
