import { z } from 'zod';
import {
  type Need,
  partsOfResult,
  type RecollectionId,
  type ResultId,
  type Verdict,
  type Vote,
} from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import { LAYER_OF_KIND, LAYER_QUALITY } from '../domain/layers.js';
import { MEMORY_KINDS, MemoryKind, Source, SOURCE_CONFIDENCE, SOURCES } from '../domain/memory.js';
import { type Of, type SchemaOf, Share } from '../domain/schema.js';

/** Observations for and against a binary outcome. */
export interface OutcomeCounts {
  readonly good: number;
  readonly bad: number;
}

export const NOTHING_SEEN: OutcomeCounts = Object.freeze({ good: 0, bad: 0 });

/**
 * The mean of the Beta posterior whose prior has this mean and the weight of this many observations (Gelman et al.,
 * Bayesian Data Analysis, section 2.4): a single observation moves it by less than 1 / (strength + 1).
 */
export function posteriorMean(
  { good, bad }: OutcomeCounts,
  prior: number,
  strength: number,
): number {
  return (strength * prior + good) / (strength + good + bad);
}

const sourceQualityShape = z.strictObject({
  of: z.enum(['source', 'kind', 'layer']),
  name: z.union([Source, MemoryKind, z.literal(['episodic', 'semantic', 'procedural'])]),
  /** 0..1 before any vote. */
  base: Share,
  /** 0..1 including the votes. */
  quality: Share,
  /** Number of votes it is based on; `irrelevant` counts a fifth. */
  evidence: z.number(),
});
/** How good a source, a kind or a layer of memories is. */
export interface SourceQuality extends Of<typeof sourceQualityShape> {}
export const SourceQuality: SchemaOf<SourceQuality, typeof sourceQualityShape> = sourceQualityShape;

const feelingOfKnowingShape = z.strictObject({
  /** The reasoning type and what is asked for: `descriptive: time`. */
  pattern: z.string(),
  /** 0..1: the probability that the next such recall is useful. */
  feeling: Share,
  /** Recalls of the pattern that were voted on. */
  recalls: z.number(),
});
/** How often recalls for questions of one pattern were useful. */
export interface FeelingOfKnowing extends Of<typeof feelingOfKnowingShape> {}
export const FeelingOfKnowing: SchemaOf<FeelingOfKnowing, typeof feelingOfKnowingShape> =
  feelingOfKnowingShape;

/** Weight of the base quality as a prior, in votes. */
const QUALITY_STRENGTH = 10;
/** Weight of the bank's overall rate as the prior of a pattern's, in recalls. */
const PATTERN_STRENGTH = 4;
/** Weight of a verdict as evidence against a source: an irrelevant result says little. */
const BLAME: Readonly<Record<Verdict, number>> = { useful: 0, irrelevant: 0.2, wrong: 1 };

/** What votes say about the bank's own knowledge: which sources to trust, and which questions it answers well. */
export class MetaMemory {
  readonly #all: OutcomeCounts;
  readonly #tallies = new Map<string, OutcomeCounts>();
  readonly #recalls: OutcomeCounts;
  readonly #patterns = new Map<string, OutcomeCounts>();

  constructor(votes: readonly Vote[]) {
    for (const vote of votes) {
      const seen = { good: Number(vote.verdict === 'useful'), bad: BLAME[vote.verdict] };
      for (const key of keysOf(vote)) this.#tallies.set(key, sum(this.#tallies.get(key), seen));
    }
    this.#all = SOURCES.reduce(
      (all, source) => sum(all, this.#tally('source', source)),
      NOTHING_SEEN,
    );
    for (const { need, useful } of recallsOf(votes)) {
      const pattern = patternOf(need);
      this.#patterns.set(
        pattern,
        sum(this.#patterns.get(pattern), { good: Number(useful), bad: Number(!useful) }),
      );
    }
    this.#recalls = [...this.#patterns.values()].reduce(
      (all, tally) => sum(all, tally),
      NOTHING_SEEN,
    );
  }

  /** Every source, kind and layer. */
  qualities(): SourceQuality[] {
    const layers = [...new Set(Object.values(LAYER_OF_KIND))];
    return [
      ...SOURCES.map((name) => this.#quality('source', name, SOURCE_CONFIDENCE[name])),
      ...MEMORY_KINDS.map((name) =>
        this.#quality('kind', name, LAYER_QUALITY[LAYER_OF_KIND[name]]),
      ),
      ...layers.map((name) => this.#quality('layer', name, LAYER_QUALITY[name])),
    ];
  }

  /**
   * How much better (above 0) or worse memories of this source and kind were rated than others of the bank,
   * -0.5..0.5.
   */
  standing(source: Source, kind: MemoryKind): number {
    const usual = posteriorMean(this.#all, 0.5, 2);
    const rate = (tally: OutcomeCounts): number =>
      posteriorMean(tally, usual, QUALITY_STRENGTH) - usual;
    return (rate(this.#tally('source', source)) + rate(this.#tally('kind', kind))) / 2;
  }

  /** The probability that a recall for such a need is useful; 0.5 before any vote. */
  feelingOfKnowing(need: Need): number {
    return posteriorMean(
      this.#patterns.get(patternOf(need)) ?? NOTHING_SEEN,
      this.#usual,
      PATTERN_STRENGTH,
    );
  }

  /** Patterns with votes, most voted first. */
  patterns(): FeelingOfKnowing[] {
    return [...this.#patterns]
      .map(([pattern, tally]) => ({
        pattern,
        feeling: posteriorMean(tally, this.#usual, PATTERN_STRENGTH),
        recalls: tally.good + tally.bad,
      }))
      .sort((a, b) => b.recalls - a.recalls || (a.pattern < b.pattern ? -1 : 1));
  }

  get #usual(): number {
    return posteriorMean(this.#recalls, 0.5, 2);
  }

  #tally(of: SourceQuality['of'], name: SourceQuality['name']): OutcomeCounts {
    return this.#tallies.get(`${of} ${name}`) ?? NOTHING_SEEN;
  }

  #quality(of: SourceQuality['of'], name: SourceQuality['name'], base: number): SourceQuality {
    const tally = this.#tally(of, name);
    return {
      of,
      name,
      base,
      quality: posteriorMean(tally, base, QUALITY_STRENGTH),
      evidence: tally.good + tally.bad,
    };
  }
}

export function patternOf({ reasoning, asks }: Need): string {
  return asks.length === 0 ? reasoning : `${reasoning}: ${[...asks].sort().join(', ')}`;
}

function keysOf({ source, kind }: Vote): string[] {
  return [`source ${source}`, `kind ${kind}`, `layer ${LAYER_OF_KIND[kind]}`];
}

function sum(before: OutcomeCounts = NOTHING_SEEN, more: OutcomeCounts): OutcomeCounts {
  return { good: before.good + more.good, bad: before.bad + more.bad };
}

/** A recall was useful if any of its results was. */
function recallsOf(votes: readonly Vote[]): { readonly need: Need; readonly useful: boolean }[] {
  const recalls = new Map<RecollectionId, { need: Need; useful: boolean }>();
  for (const { id, need, verdict } of votes) {
    const { recollection } = partsOfResult(id);
    recalls.set(recollection, {
      need,
      useful: verdict === 'useful' || recalls.get(recollection)?.useful === true,
    });
  }
  return [...recalls.values()];
}

/** Only this many of the latest votes are used; older ones stay in the store. */
const MAX_VOTES = 50_000;
/** Weight of the even prior of usefulness, in observations: one vote moves it from 0.5 to 0.4 or 0.6. */
const USEFULNESS_STRENGTH = 4;
/** Each later vote on a memory multiplies the weight of earlier ones by this, so that it can always change again. */
const FADING = 0.95;
/** Weight of a verdict as evidence against a memory: an irrelevant one is hardly to blame. */
const VOTE_BLAME: Readonly<Record<Verdict, number>> = { useful: 0, irrelevant: 0.3, wrong: 1 };

/** The votes of one bank and what follows from them. A cache that follows the journal; the store is the truth. */
export class VoteIndex {
  readonly #votes = new Map<ResultId, Vote>();
  readonly #ofMemory = new Map<MemoryId, Set<ResultId>>();
  readonly #ofStem = new Map<string, Set<ResultId>>();
  #meta: MetaMemory | null = null;

  constructor(votes: readonly Vote[] = []) {
    for (const vote of votes) this.put(vote);
  }

  get size(): number {
    return this.#votes.size;
  }

  /** Adds a vote, replacing an earlier one on the same result. */
  put(vote: Vote): void {
    this.#meta = null;
    this.#votes.set(vote.id, vote);
    add(this.#ofMemory, vote.memory, vote.id);
    for (const stem of stemsOf(vote.need)) add(this.#ofStem, stem, vote.id);
    if (this.#votes.size <= MAX_VOTES) return;
    const [oldest] = this.#votes.values();
    if (oldest !== undefined) this.drop(oldest.id);
  }

  /** Votes on a memory, in the order in which they were first given. */
  of(memory: MemoryId): readonly Vote[] {
    return this.#listed(this.#ofMemory.get(memory));
  }

  /** Votes for needs with any of these stems. */
  withAnyOf(stems: Iterable<string>): readonly Vote[] {
    const ids = new Set<ResultId>();
    for (const stem of stems) for (const id of this.#ofStem.get(stem) ?? []) ids.add(id);
    return this.#listed(ids);
  }

  /** How useful a memory was when it was voted on, 0..1; 0.5 without votes. Delivery is not a vote. */
  usefulness(memory: MemoryId): number {
    return this.#votes.size === 0 ? UNVOTED : usefulnessOf(this.of(memory));
  }

  /** Memories that were reported wrong and not rated useful as often since: they need review. */
  review(): readonly MemoryId[] {
    return [...this.#ofMemory.keys()].filter((memory) => this.wantsReview(memory));
  }

  wantsReview(memory: MemoryId): boolean {
    const votes = inTime(this.of(memory));
    const first = votes.findIndex(({ verdict }) => verdict === 'wrong');
    if (first < 0) return false;
    const count = (wanted: Verdict): number =>
      votes.slice(first).filter(({ verdict }) => verdict === wanted).length;
    return count('wrong') > count('useful');
  }

  /** What the votes say about sources and kinds of questions. */
  get meta(): MetaMemory {
    this.#meta ??= new MetaMemory([...this.#votes.values()]);
    return this.#meta;
  }

  #listed(ids: Iterable<ResultId> | undefined): Vote[] {
    return [...(ids ?? [])].flatMap((id) => this.#votes.get(id) ?? []);
  }

  /** Removes a vote. */
  drop(id: ResultId): void {
    const vote = this.#votes.get(id);
    if (vote === undefined) return;
    const { memory, need } = vote;
    this.#meta = null;
    this.#votes.delete(id);
    this.#ofMemory.get(memory)?.delete(id);
    for (const stem of stemsOf(need)) this.#ofStem.get(stem)?.delete(id);
  }
}

/** The usefulness of memories without votes. */
const UNVOTED = usefulnessOf([]);

/** A Beta posterior over votes, each weighing less with every later one; so never closer to 0 or 1 than 1/12. */
export function usefulnessOf(votes: readonly Vote[]): number {
  let good = 0;
  let bad = 0;
  for (const { verdict } of inTime(votes)) {
    good = good * FADING + Number(verdict === 'useful');
    bad = bad * FADING + VOTE_BLAME[verdict];
  }
  return posteriorMean({ good, bad }, 0.5, USEFULNESS_STRENGTH);
}

/** By time of voting; ties by result, so that two processes agree. */
function inTime(votes: readonly Vote[]): Vote[] {
  return [...votes].sort((a, b) => a.at - b.at || compare(a.id, b.id));
}

function compare(a: ResultId, b: ResultId): number {
  const [one, other] = [partsOfResult(a), partsOfResult(b)];
  if (one.recollection !== other.recollection)
    return one.recollection < other.recollection ? -1 : 1;
  return one.place - other.place;
}

function stemsOf({ terms, names }: Need): readonly string[] {
  return [...terms, ...names];
}

function add<Key, Value>(lists: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Set([value]));
  else list.add(value);
}
