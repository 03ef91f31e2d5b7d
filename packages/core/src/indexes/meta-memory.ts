import { z } from 'zod';
import {
  type Need,
  partsOfResult,
  type RecollectionId,
  type Verdict,
  type Vote,
} from '../domain/feedback.js';
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
