import { z } from 'zod';
import {
  type Need,
  partsOfResult,
  type RecollectionId,
  type Verdict,
  type Vote,
} from '../../domain/feedback.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import { LAYER_OF_KIND, LAYER_QUALITY } from '../../domain/layers.js';
import { SOURCE_CONFIDENCE } from '../../domain/memory.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { DAY, type Period } from '../../domain/time.js';
import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import {
  FeelingOfKnowing,
  NOTHING_SEEN,
  type OutcomeCounts,
  patternOf,
  posteriorMean,
  SourceQuality,
  VoteIndex,
} from '../../indexes/votes.js';
import { isFrameWord } from '../../language/segmentation.js';
import type { Relative } from '../../language/stem.js';
import type { Store } from '../../ports/store.js';
import { needOf } from '../../recall/candidate.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { inverseDocumentFrequency } from '../../recall/understand.js';

/** Weight of a related word, relative to the word itself. */
const RELATIVE_SHARE = 0.8;
/** Weight of a word that no memory contains, relative to the maximum rarity. */
const UNKNOWN_SHARE = 0.5;
/** Weight of frame words, used when there are no others. */
const FRAME_SHARE = 0.4;
const MIN_WEIGHT = 0.05;

/** Factor if only one of two needs names a speaker, or states the kind of answer it wants. */
const ONE_NAMED = 0.8;
const ONE_ASKS = 0.75;
/** Factor if only one of them names a time, and if they name different times. */
const ONE_TIMED = 0.8;
const TIMES_APART = 0.3;
/** Factor for other kinds of answer: "When did Tom move?" is not "Where". */
const ASKS_OTHERWISE = 0.35;

/** Similarity of needs to one question. */
export class NeedLikeness {
  readonly #terms: ReadonlySet<string>;
  /** Strength of the best related word in the question, by stem. */
  readonly #relatives = new Map<string, number>();
  readonly #relativesOf: ReadonlyMap<string, readonly Relative[]>;

  constructor(
    private readonly need: Need,
    private readonly index: BankIndex,
    relatives: (stem: string) => readonly Relative[],
  ) {
    this.#terms = new Set(need.terms);
    this.#relativesOf = new Map(need.terms.map((term) => [term, relatives(term)]));
    for (const list of this.#relativesOf.values()) {
      for (const { stem, strength } of list)
        this.#relatives.set(stem, Math.max(strength, this.#relatives.get(stem) ?? 0));
    }
  }

  /** A similar need contains at least one of these stems. */
  get stems(): Iterable<string> {
    return new Set([...this.need.terms, ...this.need.names, ...this.#relatives.keys()]);
  }

  /** 0..1; 1 for the same words about the same people, asking for the same. */
  of(other: Need): number {
    const { need } = this;
    const manner =
      agreement(need.names, other.names, ONE_NAMED, 0) *
      agreement(need.asks, other.asks, ONE_ASKS, ASKS_OTHERWISE) *
      timely(need.periods, other.periods);
    if (manner === 0) return 0;
    if (need.terms.length === 0 || other.terms.length === 0)
      return need.terms.length === other.terms.length ? manner : 0;
    const theirs = new Set(other.terms);
    const ofTheirs = this.#covered(other.terms, (term) =>
      this.#terms.has(term) ? 1 : RELATIVE_SHARE * (this.#relatives.get(term) ?? 0),
    );
    const ofOurs = this.#covered(need.terms, (term) =>
      theirs.has(term) ? 1 : RELATIVE_SHARE * best(this.#relativesOf.get(term), theirs),
    );
    return ofTheirs + ofOurs === 0 ? 0 : (manner * 2 * ofTheirs * ofOurs) / (ofTheirs + ofOurs);
  }

  /** Share of the words' weight that is matched. */
  #covered(terms: readonly string[], met: (term: string) => number): number {
    let all = 0;
    let covered = 0;
    for (const term of new Set(terms)) {
      const weight = this.#weight(term);
      all += weight;
      covered += weight * met(term);
    }
    return covered / all;
  }

  #weight(term: string): number {
    const number = this.index.postings.numberOf(term);
    const rarity =
      number <= NONE
        ? UNKNOWN_SHARE * Math.log(1.5 + this.index.size)
        : inverseDocumentFrequency(this.index, number);
    return Math.max(MIN_WEIGHT, rarity * (isFrameWord(term) ? FRAME_SHARE : 1));
  }
}

/** Agreement of two lists: their overlap (Jaccard), at least `apart`; `oneSided` if only one of them is non-empty. */
function agreement(
  a: readonly string[],
  b: readonly string[],
  oneSided: number,
  apart: number,
): number {
  if (a.length === 0 && b.length === 0) return 1;
  if (a.length === 0 || b.length === 0) return oneSided;
  const shared = a.filter((item) => b.includes(item)).length;
  return Math.max(apart, shared / (a.length + b.length - shared));
}

function timely(a: readonly Period[], b: readonly Period[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : ONE_TIMED;
  return a.some((one) => b.some((other) => one.from < other.to && other.from < one.to))
    ? 1
    : TIMES_APART;
}

function best(relatives: readonly Relative[] | undefined, among: ReadonlySet<string>): number {
  return (relatives ?? []).reduce(
    (most, { stem, strength }) => (among.has(stem) ? Math.max(most, strength) : most),
    0,
  );
}

/** Below this similarity two questions are not the same need. */
const MIN_LIKENESS = 0.35;
/** Half-life of a vote on a question, in ms. */
const HALF_LIFE = 180 * DAY;
/** The weight of the prior, in votes for exactly the same need: a single vote reaches two thirds of the full lift. */
const DOUBT = 0.5;
/**
 * Maximum that votes may add, and subtract, in logits: blame means that it was useless once, praise that it was
 * useful.
 */
const MAX_LIFT = 8;
const MAX_BLAME = 1.5;

const SIGN: Readonly<Record<Verdict, 1 | -1>> = { useful: 1, irrelevant: -1, wrong: -1 };

/**
 * Raises what was useful for similar questions and lowers what was not. Cost is linear in the votes that share a word
 * with the question.
 */
export function raiseByVotes({
  votes,
  understanding,
  now,
  state: { index },
  ports: { relatives },
}: QuestionContext): ReadonlyMap<MemoryId, number> {
  if (votes.size === 0) return new Map();
  const likeness = new NeedLikeness(needOf(understanding), index, relatives);
  const known = new Map<string, number>();
  const tallies = new Map<MemoryId, { good: number; bad: number }>();
  for (const { id, memory, need: other, at, verdict } of votes.withAnyOf(likeness.stems)) {
    if (index.slot(memory) === NONE) continue;
    const key = partsOfResult(id).recollection;
    const alike = known.get(key) ?? likeness.of(other);
    known.set(key, alike);
    if (alike < MIN_LIKENESS) continue;
    // Squared, because sharing half of the words is far from sharing half of the need.
    const weight =
      ((alike - MIN_LIKENESS) / (1 - MIN_LIKENESS)) ** 2 *
      0.5 ** (Math.max(0, now - at) / HALF_LIFE);
    const tally = tallies.get(memory) ?? { good: 0, bad: 0 };
    tallies.set(memory, tally);
    if (SIGN[verdict] > 0) tally.good += weight;
    else tally.bad += weight;
  }
  return new Map([...tallies].map(([memory, tally]) => [memory, liftOf(tally)]));
}

/** Bounded however many votes there are, and shrunk towards zero while they are few. */
function liftOf({ good, bad }: { readonly good: number; readonly bad: number }): number {
  const effect = (good - bad) / (good + bad + DOUBT);
  return effect * (effect > 0 ? MAX_LIFT : MAX_BLAME);
}

/** Number of latest votes examined, and the minimum before a verdict. */
const LOOKED_AT = 100;
/** Minimum share of correct expectations. */
const WANTED = 0.7;
/**
 * Weights of the priors, as in `metamemory`: a pattern starts at the bank's own rate, a source at the trust in its
 * kind.
 */
const PATTERN_STRENGTH = 4;
const QUALITY_STRENGTH = 10;

const expectationShape = z.strictObject({
  /** Whether a recall would be useful, or whether a memory's statement would be true. */
  of: z.enum(['recalls', 'memories']),
  /** Number of the latest that were voted on, at most 100. */
  judged: z.number(),
  /** The share of them that went as expected; null before the first. */
  right: Share.nullable(),
  /** True if of the last hundred fewer than 70 % went as expected. */
  poor: z.boolean(),
});
/** The bank's expectations for its latest recalls and memories, from earlier votes, compared with the actual votes. */
export interface Expectation extends Of<typeof expectationShape> {}
export const Expectation: SchemaOf<Expectation, typeof expectationShape> = expectationShape;

export function expectationsOf(votes: readonly Vote[]): Expectation[] {
  const inTime = [...votes].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return [judged('recalls', ofRecalls(inTime)), judged('memories', ofMemories(inTime))];
}

function judged(of: Expectation['of'], all: readonly boolean[]): Expectation {
  const latest = all.slice(-LOOKED_AT);
  const right = latest.length === 0 ? null : latest.filter((each) => each).length / latest.length;
  return {
    of,
    judged: latest.length,
    right,
    poor: latest.length === LOOKED_AT && right !== null && right < WANTED,
  };
}

/** For each recall, whether its usefulness matched that of earlier recalls for the same kind of question. */
function ofRecalls(votes: readonly Vote[]): boolean[] {
  const recalls = new Map<RecollectionId, { readonly need: Need; useful: boolean }>();
  for (const { id, need, verdict } of votes) {
    const { recollection } = partsOfResult(id);
    const recall = recalls.get(recollection) ?? { need, useful: false };
    recalls.set(recollection, { need, useful: recall.useful || verdict === 'useful' });
  }
  const tallies = new Tallies();
  return [...recalls.values()].map(({ need, useful }) => {
    const usual = posteriorMean(tallies.of('all'), 0.5, 2);
    const pattern = patternOf(need);
    const expected = posteriorMean(tallies.of(`pattern ${pattern}`), usual, PATTERN_STRENGTH);
    tallies.add(['all', `pattern ${pattern}`], useful);
    return expected >= 0.5 === useful;
  });
}

/**
 * For each memory, whether its truth matched the record of its source and kind. Irrelevance to a question is no
 * evidence.
 */
function ofMemories(votes: readonly Vote[]): boolean[] {
  const tallies = new Tallies();
  return votes
    .filter(({ verdict }) => verdict !== 'irrelevant')
    .map(({ source, kind, verdict }) => {
      const held = verdict === 'useful';
      const [bySource, byKind] = [`source ${source}`, `kind ${kind}`] as const;
      const expected =
        (posteriorMean(tallies.of(bySource), SOURCE_CONFIDENCE[source], QUALITY_STRENGTH) +
          posteriorMean(tallies.of(byKind), LAYER_QUALITY[LAYER_OF_KIND[kind]], QUALITY_STRENGTH)) /
        2;
      tallies.add([bySource, byKind], held);
      return expected >= 0.5 === held;
    });
}

class Tallies {
  readonly #tallies = new Map<string, OutcomeCounts>();

  of(key: string): OutcomeCounts {
    return this.#tallies.get(key) ?? NOTHING_SEEN;
  }

  add(keys: readonly string[], good: boolean): void {
    for (const key of keys) {
      const before = this.of(key);
      this.#tallies.set(key, {
        good: before.good + Number(good),
        bad: before.bad + Number(!good),
      });
    }
  }
}

const metaMemoryReportShape = z.strictObject({
  votes: z.number(),
  /** Every source, kind and layer with its quality. */
  sources: z.array(SourceQuality),
  /** Kinds of questions that were voted on, and how well they go. */
  patterns: z.array(FeelingOfKnowing),
  /** Current memories reported wrong and not since called useful as often. */
  review: z.array(MemoryId),
  /** How often the latest recalls and memories went as the bank expected. */
  expectations: z.array(Expectation),
});
/** What the bank knows about its own knowledge, by the votes on its results. */
export interface MetaMemoryReport extends Of<typeof metaMemoryReportShape> {}
export const MetaMemoryReport: SchemaOf<MetaMemoryReport, typeof metaMemoryReportShape> =
  metaMemoryReportShape;

export async function reportMetaMemory(
  { name }: { readonly name: BankName },
  store: Store,
): Promise<MetaMemoryReport> {
  const votes = await store.votes(name);
  const book = new VoteIndex(votes);
  const doubted = await store.get(name, book.review());
  return {
    votes: book.size,
    sources: book.meta.qualities(),
    patterns: book.meta.patterns(),
    review: doubted.filter(({ retractedAt }) => retractedAt === null).map(({ id }) => id),
    expectations: expectationsOf(votes),
  };
}
