import { z } from 'zod';
import { MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import { PATHS, type Path } from '../../domain/profile.js';
import { recall } from '../../recall/recall.js';
import type { OpenBank } from '../../bank/core.js';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const Query = z.string().trim().min(1, 'must not be empty').max(4_096);

export const AccuracyInput = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        query: Query.describe('A question.'),
        expected: z.array(MemoryId).min(1).max(50).describe('The memories that answer it.'),
      }),
    )
    .min(1, 'name at least one case')
    .max(200, 'at most 200 cases')
    .describe('A question with the ids of the memories that answer it, as JSON.')
    .meta({ flag: 'case' }),
  k: z
    .int()
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    .default(10)
    .describe('Results that count.'),
});
export type AccuracyInput = z.input<typeof AccuracyInput>;

const accuracyShape = z.strictObject({
  /** Mean share of the expected memories among the first k. */
  recallAtK: Share,
  /** Mean reciprocal rank of the first expected memory; 0 if none is among the first k. */
  reciprocalRank: Share,
  cases: z.array(
    z.strictObject({
      query: z.string(),
      found: z.array(MemoryId),
      missed: z.array(MemoryId),
      firstRank: z.number().nullable(),
    }),
  ),
});
export interface Accuracy extends Of<typeof accuracyShape> {}
export const Accuracy: SchemaOf<Accuracy, typeof accuracyShape> = accuracyShape;

/** How well recall finds what is known to answer. Does not count as use. */
export async function measureRecall(raw: unknown, bank: OpenBank): Promise<Accuracy> {
  const { cases, k } = parseInput(AccuracyInput, raw, 'accuracy');
  const judged: {
    query: string;
    found: MemoryId[];
    missed: MemoryId[];
    firstRank: number | null;
  }[] = [];
  for (const { query, expected } of cases) {
    const { delivered } = await ask(query, k, bank);
    const rank = delivered.findIndex((id) => expected.includes(id));
    judged.push({
      query,
      found: expected.filter((id) => delivered.includes(id)),
      missed: expected.filter((id) => !delivered.includes(id)),
      firstRank: rank < 0 ? null : rank + 1,
    });
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    recallAtK: mean(
      judged.map(({ found, missed }) => found.length / (found.length + missed.length)),
    ),
    reciprocalRank: mean(judged.map(({ firstRank }) => (firstRank === null ? 0 : 1 / firstRank))),
    cases: judged,
  };
}

export const RetrievalComparisonInput = z.strictObject({
  query: Query.describe('The question.'),
  k: z
    .int()
    .min(1, 'must be 1 to 50')
    .max(50, 'must be 1 to 50')
    .default(10)
    .describe('Results of each way.'),
});
export type RetrievalComparisonInput = z.input<typeof RetrievalComparisonInput>;

const retrievalComparisonShape = z.strictObject({
  /** All paths together, as in recall. */
  fused: z.array(MemoryId),
  /** Each path alone, ranked by the same fusion. */
  alone: z.array(
    z.strictObject({
      path: z.enum(PATHS),
      results: z.array(MemoryId),
      shared: Share,
    }),
  ),
  /** Results that no single path has among its own. */
  onlyTogether: z.array(MemoryId),
});
export interface RetrievalComparison extends Of<typeof retrievalComparisonShape> {}
export const RetrievalComparison: SchemaOf<RetrievalComparison, typeof retrievalComparisonShape> =
  retrievalComparisonShape;

/** What each path finds alone, compared with the combined answer. Does not count as use. */
export async function compareRetrieval(raw: unknown, bank: OpenBank): Promise<RetrievalComparison> {
  const { query, k } = parseInput(RetrievalComparisonInput, raw, 'comparison');
  const { delivered: fused } = await ask(query, k, bank);
  const alone: { path: Path; results: readonly MemoryId[]; shared: number }[] = [];
  for (const path of PATHS) {
    const { delivered: results } = await ask(query, k, bank, [path]);
    alone.push({
      path,
      results,
      shared:
        fused.length === 0 ? 0 : results.filter((id) => fused.includes(id)).length / fused.length,
    });
  }
  return {
    fused,
    alone,
    onlyTogether: fused.filter((id) => !alone.some(({ results }) => results.includes(id))),
  };
}

function ask(
  query: string,
  limit: number,
  bank: OpenBank,
  paths?: readonly Path[],
): ReturnType<typeof recall> {
  return recall(
    {
      query,
      limit,
      expand: false,
      reflections: 0,
      fields: ['id'],
      ...(paths === undefined ? {} : { paths }),
    },
    bank.name,
    bank.state,
    bank.recall,
  );
}
