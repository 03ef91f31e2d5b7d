import type { Stemmer } from '@mneme/core/language/stem.js';
import { condemns, createOpposites, type Statement } from './read-answer.js';
import { SAME_CLAIM_MODEL } from './same-claim-model.js';
import { mutualCoverage, type Relatives, type SameClaimEvidence } from './same-claim.js';
import { chance } from '@mneme/core/recall/confidence/evidence.js';

/** How two statements about one thing differ. */
type Difference = 'polarity' | 'amount' | 'opposite';

/** The difference of two statements; null where none is evident. */
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
  const turned = deniesShared(a, b) !== deniesShared(b, a);
  // “Renting is no good, it is a mistake” and “Do not rent” agree: both are negative.
  if (a.negated || b.negated) return turned ? 'polarity' : null;
  return turned || condemns(a.text) !== condemns(b.text) ? 'polarity' : null;
}

/** Whether their conditions are alternatives: "if winters are cold", "if winters are mild". */
function inOtherCases({ case: one }: Statement, { case: other }: Statement): boolean {
  return (
    one.length > 1 &&
    one.length === other.length &&
    one.filter((term) => !other.includes(term)).length === 1
  );
}

/** Whether a statement denies what it shares with another: "free, no charge for it" does not deny "free". */
function deniesShared(one: Statement, other: Statement): boolean {
  return other.terms.some((term) => one.denied.has(term));
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

/** Minimum chance for two statements to make one claim; tuned with the model on held-out data. */
export const SAME_CLAIM = 0.22;
/** Statements with this much in common that differ in polarity, amount or an opposite contradict each other. */
export const OF_ONE_THING = 0.3;
/** From this much in common on, a difference is a contradiction rather than another wording. */
const CONTRADICTS: Readonly<Record<Difference, number>> = {
  // A denial never supports what it denies, however little else the two share.
  polarity: 0,
  amount: 0.5,
  opposite: 0,
};

export interface Nearness {
  /** Chance that two statements make one claim, 0..1. */
  readonly same: number;
  /** How far they are about one thing, 0..1, whatever they say of it; 0 where no difference is evident. */
  readonly about: number;
  readonly difference: Difference | null;
}

/** The statements of one turn's answers, and the stems of its query. */
interface TurnStatements {
  readonly statements: readonly Statement[];
  /** Unit vectors, one per statement. */
  readonly vectors: readonly Float32Array[];
  readonly asked: readonly string[];
}

export interface ComparisonPorts {
  readonly stemmer: Stemmer;
  readonly relatives: Relatives;
}

interface Compared extends Omit<Nearness, 'same'> {
  readonly evidence: SameClaimEvidence;
}

/** Compares statements of one turn. Contradictions are never one claim, however similar. */
export function createNearness(
  turn: TurnStatements,
  ports: ComparisonPorts,
): (a: Statement, b: Statement) => Nearness {
  const compare = createComparison(turn, ports);
  return (a, b) => {
    const { evidence, about, difference } = compare(a, b);
    const contradicts =
      (difference !== null && about >= CONTRADICTS[difference]) || inOtherCases(a, b);
    return { same: contradicts ? 0 : chance(SAME_CLAIM_MODEL, evidence), about, difference };
  };
}

/**
 * Features for whether two statements of a turn make one claim. As all are about one matter, the similarity of a pair
 * is used along with how it compares to that of each one's nearest others.
 */
export function createComparison(
  { statements, vectors, asked }: TurnStatements,
  { stemmer, relatives }: ComparisonPorts,
): (a: Statement, b: Statement) => Compared {
  const size = statements.length;
  const placeOf = new Map(statements.map((statement, at) => [statement, at]));
  const words = mutualCoverage(statements, relatives, new Set(asked));
  const meant = cosines(vectors);
  const byWords = beyondNearest(words, statements, USUAL.words);
  const byMeaning = beyondNearest(meant, statements, USUAL.meaning);
  const weight = rarityIn(statements);
  const opposites = createOpposites(stemmer);
  return (a, b) => {
    const [i, j] = [placeOf.get(a) ?? 0, placeOf.get(b) ?? 0];
    const difference = differenceOf(a, b, opposites);
    return {
      about:
        difference === null
          ? 0
          : ((meant[i * size + j] ?? 0) + sharedWords(a.terms, b.terms, weight)) / 2,
      difference,
      evidence: {
        words: words[i * size + j] ?? 0,
        'nearest words': byWords(i, j),
        meaning: meant[i * size + j] ?? 0,
        'nearest meaning': byMeaning(i, j),
        'same amount': Number([...a.amounts].some((amount) => b.amounts.has(amount))),
        'other amount': Number(difference === 'amount'),
        polarity: difference === 'polarity' ? (words[i * size + j] ?? 0) : 0,
        opposite: Number(difference === 'opposite'),
      },
    };
  };
}

/** Number of nearest neighbours that define the usual similarity; USUAL fills in where a turn has fewer. */
const NEAREST = 3;
const USUAL = { words: 0.25, meaning: 0.2 } as const;

/**
 * Similarity of two, relative to that of each to its nearest statements of other models (Conneau et al. 2018, section
 * 2.3).
 */
function beyondNearest(
  likeness: Float32Array,
  statements: readonly Statement[],
  usual: number,
): (a: number, b: number) => number {
  const size = statements.length;
  const nearest = statements.map(({ model }, at) => {
    const best: number[] = [];
    const near = (place: number): number => likeness[at * size + place] ?? 0;
    for (const [place, other] of statements.entries()) {
      if (place === at || other.model === model) continue;
      if (best.length > NEAREST && near(place) <= near(best[NEAREST] ?? at)) continue;
      const above = best.findIndex((each) => near(each) < near(place));
      best.splice(above < 0 ? best.length : above, 0, place);
      if (best.length > NEAREST + 1) best.pop();
    }
    return best;
  });
  const usualOf = (at: number, but: number): number => {
    const others = (nearest[at] ?? []).filter((place) => place !== but).slice(0, NEAREST);
    const sum = others.reduce((total, place) => total + (likeness[at * size + place] ?? 0), 0);
    return (sum + usual * (NEAREST - others.length)) / NEAREST;
  };
  return (a, b) => (likeness[a * size + b] ?? 0) - (usualOf(a, b) + usualOf(b, a)) / 2;
}

function cosines(units: readonly Float32Array[]): Float32Array {
  const size = units.length;
  const all = new Float32Array(size * size);
  for (const [a, one] of units.entries())
    for (let b = 0; b < a; b++) {
      const other = units[b] ?? one;
      let dot = 0;
      for (let at = 0; at < one.length; at++) dot += (one[at] ?? 0) * (other[at] ?? 0);
      const near = Math.max(0, dot);
      all[a * size + b] = near;
      all[b * size + a] = near;
    }
  return all;
}

/** Inverse frequency: words of few statements weigh more. */
function rarityIn(statements: readonly Statement[]): (term: string) => number {
  const spread = new Map<string, number>();
  for (const { terms } of statements)
    for (const term of new Set(terms)) spread.set(term, (spread.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + (statements.length + 1) / (spread.get(term) ?? 1));
}

/** Geometric mean of the shared weight of both word sets, 0..1. */
function sharedWords(
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
