import { missingParts } from '../../prompts/query-expansion.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RankedSet } from '../recall-context.js';
import { heldTerms } from '../ranking/rank.js';
import {
  askModel,
  deeper,
  fuseRankings,
  merged,
  NO_LANGUAGE_MODEL,
  plain,
  type Strategy,
  withQuery,
} from './strategy.js';

/**
 * A second query counts as much as the first answer: it covers a part of the question that nothing found so far
 * contains. A part has fewer words, which yield lower scores: they are scaled up by at most this factor, until its
 * best equals the first answer's.
 */
const AGAIN_WEIGHT = 1;
const LEVELLED = 4;
/** A word below this share of the question's heaviest is no separate part. */
const WEIGHTY = 0.4;
const SHOWN_TO_MODEL = 10;

/** Judges which part of the question the first answer leaves open, and queries for that. */
export const reflective: Strategy = async (context) => {
  const { query, limit } = context.profile;
  if (query === undefined)
    return plain(context, ['a picture alone has no parts that an answer could lack']);
  const first = await rankCandidates({
    ...context,
    profile: { ...context.profile, ...deeper(context.profile, 2) },
  });
  const shown: RankedSet = { ...first, results: first.results.slice(0, limit) };
  const found = shown.results.slice(0, SHOWN_TO_MODEL).map(({ memory }) => memory.content);
  const answer = await askModel(
    context.ports.languageModel,
    missingParts({ question: query, found }),
  );
  if (answer.kind === 'failed') return plain(context, [answer.why]);
  const missing = answer.kind === 'answer' ? answer.value.missing : uncovered(shown);
  const unavailable = answer.kind === 'absent' ? [NO_LANGUAGE_MODEL] : [];
  if (missing.length === 0)
    return {
      chosen: shown,
      used: 'reflective',
      steps: ['the first answer leaves no part of the question open'],
      unavailable,
    };
  const again: RankedSet[] = [];
  for (const part of missing)
    again.push(await rankCandidates(withQuery(context, part, deeper(context.profile, 2))));
  const lists = again.map(({ results }) => ({
    results,
    weight: (AGAIN_WEIGHT * levelWith(first, results)) / again.length,
  }));
  return {
    chosen: await merged(
      first,
      again,
      fuseRankings([{ results: first.results, weight: 1 }, ...lists], limit),
      context,
    ),
    used: 'reflective',
    steps: missing.map((part) => `the first answer left open, and so was asked again: “${part}”`),
    unavailable,
  };
};

/** The factor that makes another answer's best score equal to the first answer's: 1 to {@link LEVELLED}. */
function levelWith({ results: [first] }: RankedSet, [best]: RankedSet['results']): number {
  if (first === undefined || best === undefined) return 1;
  return Math.max(1, Math.min(LEVELLED, first.score / best.score));
}

/** The weighty words that no result contains, with the names of the question: one more query, or none. */
function uncovered({ results, understanding, input }: RankedSet): string[] {
  const held = new Set(
    results.flatMap(({ slot }) => heldTerms(slot, input).map(({ term }) => term)),
  );
  const heaviest = Math.max(0, ...understanding.terms.map(({ weight }) => weight));
  const missing = understanding.terms.filter(
    ({ term, number, weight }) => number >= 0 && weight >= WEIGHTY * heaviest && !held.has(term),
  );
  return missing.length === 0
    ? []
    : [[...understanding.nameTerms, ...missing].map(({ word }) => word).join(' ')];
}
