import { z } from 'zod';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { isRecord } from '../../packages/core/src/language/parse-json.js';
import { PLAIN_QUESTION, type Talk } from './talk.js';

const Belief = z.object({
  _id: z.string(),
  user_id: z.string(),
  type: z.string(),
  canonical_name: z.string(),
  aliases: z.array(z.string()),
  content: z.string(),
  scope: z.array(z.string()),
  epistemic_status: z.string(),
  pinned: z.boolean(),
  resolved_at: z.string().nullable(),
  superseded_by: z.string().nullable(),
  created_at: z.string(),
});

const Case = z.object({
  category: z.string(),
  scope: z.array(z.string()),
  query: z.string(),
  expect: z.object({
    relevantBeliefs: z.object({ shouldOnlyInclude: z.array(z.string()).default([]) }).optional(),
  }),
});

/** Whose beliefs the cases ask for. */
const OWNER = 'test-user';

const holds = (json: unknown, ...keys: readonly string[]): boolean =>
  Array.isArray(json) && isRecord(json[0]) && keys.every((key) => key in (json[0] as object));

export const isBeliefs = (json: unknown): boolean => holds(json, '_id', 'canonical_name', 'scope');
export const isCases = (json: unknown): boolean => holds(json, 'query', 'scope', 'expect');

/**
 * PrecisionMemBench as one bank of facts, a scope a tag. What its cases find by other ways is no part of it: what is
 * pinned, another user's, superseded or resolved, and open questions; neither is a case that asks nothing.
 */
export function precisionTalk(beliefs: unknown, cases: unknown, path: string): Talk {
  const facts = parseInput(z.array(Belief), beliefs, path).filter(
    (belief) =>
      belief.user_id === OWNER &&
      !belief.pinned &&
      belief.type !== 'open_question' &&
      belief.epistemic_status !== 'superseded' &&
      belief.superseded_by === null &&
      belief.resolved_at === null,
  );
  const there = new Set(facts.map(({ _id }) => _id));
  const turns = facts.map((belief) => ({
    content: `${[belief.canonical_name, ...belief.aliases].join(', ')}: ${belief.content}`,
    kind: 'fact' as const,
    turn: belief._id,
    saidAt: belief.created_at,
    tags: belief.scope,
  }));
  const askedAt = Math.max(...turns.map(({ saidAt }) => Date.parse(saidAt)));
  const questions = parseInput(z.array(Case), cases, path)
    .filter(({ query }) => query.trim() !== '')
    .map(({ category, scope, query, expect }) => {
      const evidence = (expect.relevantBeliefs?.shouldOnlyInclude ?? []).filter((id) =>
        there.has(id),
      );
      return {
        ...PLAIN_QUESTION,
        text: query,
        category: category.toLowerCase().replace(/\W+/g, '_'),
        askedAt,
        after: turns.length,
        evidence,
        answerable: evidence.length > 0,
        tags: scope,
      };
    });
  return { id: 'beliefs', turns, questions };
}
