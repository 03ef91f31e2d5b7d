import { cosine } from '../../../spaces/dense-vector.js';
import { createOpposites } from './polarity.js';
import type { Statement } from './read-statements.js';
import type { Stemmer } from '../../../language/stem.js';

/** What two statements have in common from which they say the same; fitted on the open half of the marked meetings. */
export const SAME_CLAIM = 0.25;
/** Statements that have so much in common and differ in polarity, amounts or a pair of opposites speak of one thing and contradict. */
export const OF_ONE_THING = 0.3;
/** From here on, a `not` more or less is what the two differ in, and not a way of putting it. */
const NEARLY_THE_SAME = 0.6;
const MUCH_ALIKE = 0.5;
const TURNED = 0.2;
const OTHER_AMOUNT = 0.2;
const OTHER_AMOUNT_AFAR = 0.75;
const OPPOSITE = 0.2;

/** How two statements differ though they speak of one thing. */
export type Difference = 'polarity' | 'amount' | 'opposite';

export interface Nearness {
  /** 0..1: how far two statements say the same. */
  readonly same: number;
  /** 0..1: how far they speak of one thing, whatever they say of it. */
  readonly about: number;
  readonly difference: Difference | null;
}

/**
 * How near statements of one turn are: half by the semantic space, half by the words that they share, rarer ones of the turn counting
 * more; and less where they differ in what they deny, in an amount, or in a word and its opposite.
 */
export function createNearness(
  statements: readonly Statement[],
  stemmer: Stemmer,
): (a: Statement, b: Statement) => Nearness {
  const spread = new Map<string, number>();
  for (const { terms } of statements)
    for (const term of new Set(terms)) spread.set(term, (spread.get(term) ?? 0) + 1);
  const weight = (term: string): number =>
    Math.log(1 + (statements.length + 1) / (spread.get(term) ?? 1));
  const opposites = createOpposites(stemmer);
  return (a, b) => {
    const about =
      (Math.max(0, cosine(a.vector, b.vector)) + sharedWords(a.terms, b.terms, weight)) / 2;
    const difference = differenceOf(a, b, opposites);
    return { same: about * factorOf(difference, about), about, difference };
  };
}

function factorOf(difference: Difference | null, about: number): number {
  if (difference === null) return 1;
  if (difference === 'polarity') return about >= NEARLY_THE_SAME ? TURNED : 1;
  if (difference === 'amount') return about >= MUCH_ALIKE ? OTHER_AMOUNT : OTHER_AMOUNT_AFAR;
  return OPPOSITE;
}

function differenceOf(
  a: Statement,
  b: Statement,
  opposites: (stem: string) => ReadonlySet<string>,
): Difference | null {
  if (
    a.amounts.size > 0 &&
    b.amounts.size > 0 &&
    ![...a.amounts].some((each) => b.amounts.has(each))
  )
    return 'amount';
  if (standOpposed(a.terms, b.terms, opposites)) return 'opposite';
  return a.negated === b.negated ? null : 'polarity';
}

/** One has a word, the other its opposite, and neither has both. */
function standOpposed(
  a: readonly string[],
  b: readonly string[],
  opposites: (stem: string) => ReadonlySet<string>,
): boolean {
  return a.some((term) => {
    const against = opposites(term);
    return (
      against.size > 0 &&
      !b.includes(term) &&
      b.some((other) => against.has(other) && !a.includes(other))
    );
  });
}

/** The geometric mean of what each has of the other, 0..1. */
export function sharedWords(
  a: readonly string[],
  b: readonly string[],
  weight: (term: string) => number,
): number {
  const [one, other] = [new Set(a), new Set(b)];
  const sum = (terms: Iterable<string>): number =>
    [...terms].reduce((total, term) => total + weight(term), 0);
  const all = sum(one) * sum(other);
  return all === 0 ? 0 : sum([...one].filter((term) => other.has(term))) / Math.sqrt(all);
}
