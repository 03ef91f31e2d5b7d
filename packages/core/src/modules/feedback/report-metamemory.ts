import { z } from 'zod';
import { type Need, partsOfResult, type RecollectionId, type Vote } from '../../domain/feedback.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import { LAYER_OF_KIND, LAYER_QUALITY } from '../../domain/layers.js';
import { SOURCE_CONFIDENCE } from '../../domain/memory.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import {
  FeelingOfKnowing,
  NOTHING_SEEN,
  patternOf,
  posteriorMean,
  SourceQuality,
  type OutcomeCounts,
} from '../../indexes/meta-memory.js';
import { VoteIndex } from '../../indexes/vote-weights.js';
import type { Store } from '../../ports/store.js';

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
