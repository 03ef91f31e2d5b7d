import { z } from 'zod';
import { type BankName, MemoryId } from '../../domain/ids.js';
import { FeelingOfKnowing, SourceQuality } from '../../indexes/meta-memory.js';
import { VoteIndex } from '../../indexes/vote-index.js';
import type { Store } from '../../ports/store.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { Expectation, expectationsOf } from './expectations.js';

const metaMemoryReportShape = z.strictObject({
  votes: z.number(),
  /** Every source, kind and layer with its quality. */
  sources: z.array(SourceQuality),
  /** Kinds of questions that were voted on, and how well they go. */
  patterns: z.array(FeelingOfKnowing),
  /** Current memories reported wrong, and not called useful as often since. */
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
