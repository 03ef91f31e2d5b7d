import { z } from 'zod';
import { parseInput } from '../../domain/parse-input.js';
import { decompose } from '../../language/questions/decompose.js';
import { readRoute } from '../../language/route/read-route.js';
import { recall } from '../../recall/recall.js';
import type { OpenBank } from '../../bank/core.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';

export const SEARCH_TYPES = ['semantic', 'causal', 'code', 'temporal', 'hierarchical'] as const;
type SearchType = (typeof SEARCH_TYPES)[number];

export const SearchPlanInput = z.strictObject({
  goal: z
    .string()
    .trim()
    .min(10, 'at least 10 characters')
    .max(500, 'at most 500 characters')
    .describe('What is to be found out or done, 10 to 500 characters.'),
  types: z
    .array(z.enum(SEARCH_TYPES))
    .min(1, 'name at least one type, or leave it out')
    .optional()
    .describe('Only these kinds of query.'),
  maxQueries: z
    .int()
    .min(1, 'must be 1 to 7')
    .max(7, 'must be 1 to 7')
    .default(3)
    .describe('Most queries.'),
});
export type SearchPlanInput = z.input<typeof SearchPlanInput>;

const plannedQueryShape = z.strictObject({
  query: z.string(),
  type: z.enum(SEARCH_TYPES),
  rationale: z.string(),
  /** The probability that anything answering it is known, by a recall of it now; null if unknown. */
  expectedRecall: Share.nullable(),
});
export interface PlannedQuery extends Of<typeof plannedQueryShape> {}
export const PlannedQuery: SchemaOf<PlannedQuery, typeof plannedQueryShape> = plannedQueryShape;

const searchPlanShape = z.strictObject({
  queries: z.array(PlannedQuery),
  /** `sequential` if a query uses what an earlier one found; `cascade` if only the first is likely to find anything. */
  strategy: z.enum(['parallel', 'sequential', 'cascade']),
  /** Tokens that the answers may take, by the default budget of a context. */
  tokenEstimate: z.number(),
});
export interface SearchPlan extends Of<typeof searchPlanShape> {}
export const SearchPlan: SchemaOf<SearchPlan, typeof searchPlanShape> = searchPlanShape;

const TOKENS_A_QUERY = 600;
const CODE = /(?<!\w)[A-Z0-9_]*[a-z]\w*[A-Z]|\w_\w|\w\(\)|`/;
const NAME_OF_CODE = /[a-z][A-Z]|\w_\w|\w\(\)/;

/**
 * Decomposes a goal into queries by rules: its own steps, its causes, its times, its kinds. Each is tried,
 * to measure its yield.
 */
export async function planSearch(raw: unknown, bank: OpenBank): Promise<SearchPlan> {
  const { goal, types = SEARCH_TYPES, maxQueries } = parseInput(SearchPlanInput, raw, 'plan');
  const apart = decompose(goal);
  const drafts = [
    ...(apart?.steps ?? [])
      .filter(({ takes }) => takes === null)
      .map(({ text }) => ({
        query: text,
        type: typeOf(text),
        rationale: 'a part of the goal that stands alone',
      })),
    ...sides(goal),
  ];
  const wanted = drafts
    .filter(
      ({ type, query }, at) =>
        types.includes(type) && drafts.findIndex((other) => other.query === query) === at,
    )
    .slice(0, maxQueries);
  const queries: PlannedQuery[] = [];
  for (const draft of wanted.length > 0
    ? wanted
    : [{ query: goal, type: types[0] ?? 'semantic', rationale: 'the goal as it stands' }]) {
    const { probability } = await recall(
      { query: draft.query, limit: 5, expand: false, fields: ['id'] },
      bank.name,
      bank.state,
      bank.recall,
    );
    queries.push({ ...draft, expectedRecall: probability });
  }
  const promising = queries.filter(({ expectedRecall }) => (expectedRecall ?? 1) >= 0.5).length;
  const strategy =
    apart?.steps.some(({ takes }) => takes !== null) === true
      ? 'sequential'
      : queries.length > 1 && promising <= 1
        ? 'cascade'
        : 'parallel';
  return { queries, strategy, tokenEstimate: queries.length * TOKENS_A_QUERY };
}

function typeOf(text: string): SearchType {
  const { type, reasoning } = readRoute(text);
  if (reasoning.value === 'causal') return 'causal';
  if (type.value === 'temporal') return 'temporal';
  return CODE.test(text) ? 'code' : 'semantic';
}

/** The goal from several angles. */
function sides(goal: string): { query: string; type: SearchType; rationale: string }[] {
  const topic = goal.replace(/(?<![?.!\s])[?.!\s]+$/u, '');
  const own = typeOf(goal);
  return [
    { query: goal, type: own, rationale: 'the goal as it stands' },
    ...(own === 'causal'
      ? []
      : [
          {
            query: `Why ${topic.charAt(0).toLowerCase()}${topic.slice(1)}?`,
            type: 'causal' as const,
            rationale: 'reasons and consequences',
          },
        ]),
    ...(own === 'temporal'
      ? []
      : [
          {
            query: `${topic} recently`,
            type: 'temporal' as const,
            rationale: 'what happened with it last',
          },
        ]),
    ...(CODE.test(topic) && own !== 'code'
      ? [
          {
            query: namesOfCode(topic).join(' ') || topic,
            type: 'code' as const,
            rationale: 'the names of code in it',
          },
        ]
      : []),
    {
      query: `kinds and parts of ${topic.charAt(0).toLowerCase()}${topic.slice(1)}`,
      type: 'hierarchical',
      rationale: 'what it is and what belongs to it',
    },
  ];
}

const namesOfCode = (text: string): string[] =>
  (text.match(/[\w.]+(?:\(\))?/g) ?? []).filter((name) => NAME_OF_CODE.test(name));
