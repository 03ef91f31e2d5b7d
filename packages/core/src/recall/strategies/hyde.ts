import { hypotheticalMemories } from '../../prompts/query-expansion.js';
import { words } from '../../language/segmentation.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RankedSet, RecallContext } from '../recall-context.js';
import { inverseDocumentFrequency } from '../understand.js';
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

const TEXT_WEIGHT = 0.6;
const FEEDBACK_WEIGHT = 0.5;

/**
 * HyDE (Gao et al. 2022): a language model writes what a memory with the answer might say, and the bank is searched
 * with that. Without a model, its older relative, pseudo-relevance feedback, is used and reported.
 */
export const hyde: Strategy = async (context) => {
  const { query } = context.profile;
  if (query === undefined) return plain(context, ['a picture alone has no words to write from']);
  const answer = await askModel(
    context.ports.languageModel,
    hypotheticalMemories({ question: query, now: context.now }),
  );
  if (answer.kind === 'failed') return plain(context, [answer.why]);
  const first = await rankCandidates(wider(context));
  if (answer.kind === 'absent') return feedback(context, query, first);
  const others = [];
  for (const text of answer.value.memories)
    others.push(await rankCandidates(wider(withQuery(context, text))));
  const lists = others.map(({ results }) => ({
    results,
    weight: TEXT_WEIGHT / Math.max(1, others.length),
  }));
  return {
    chosen: await merged(
      first,
      others,
      fuseRankings([{ results: first.results, weight: 1 }, ...lists], context.profile.limit),
      context,
    ),
    used: 'hyde',
    steps: answer.value.memories.map(
      (text) => `searched by “${text}”, written by the language model`,
    ),
    unavailable: [],
  };
};

const wider = (context: RecallContext): RecallContext => ({
  ...context,
  profile: { ...context.profile, ...deeper(context.profile, 2) },
});

/** Number of best results used for feedback, and the maximum number of words taken from them. */
const TEACHERS = 5;
const TAUGHT = 8;

/**
 * Pseudo-relevance feedback (RM3; Abdul-Jaleel et al. 2004): adds the weightiest words of the best results to the
 * query.
 */
async function feedback(
  context: RecallContext,
  query: string,
  first: RankedSet,
): Promise<Awaited<ReturnType<Strategy>>> {
  const taught = telling(context, first);
  const results = (list: RankedSet) => list.results.slice(0, context.profile.limit);
  if (taught.length === 0)
    return {
      chosen: { ...first, results: results(first) },
      used: 'plain',
      steps: ['the best results taught no further words'],
      unavailable: [NO_LANGUAGE_MODEL],
    };
  const second = await rankCandidates(wider(withQuery(context, `${query} ${taught.join(' ')}`)));
  return {
    chosen: await merged(
      first,
      [second],
      fuseRankings(
        [
          { results: first.results, weight: 1 },
          { results: second.results, weight: FEEDBACK_WEIGHT },
        ],
        context.profile.limit,
      ),
      context,
    ),
    used: 'hyde',
    steps: [
      `pseudo-relevance feedback (RM3) in place of a written answer: the best ${Math.min(TEACHERS, first.results.length)} results added ${taught.map((word) => `“${word}”`).join(', ')}`,
    ],
    unavailable: [NO_LANGUAGE_MODEL],
  };
}

/**
 * Words of the best results, by rarity in the bank times the score of the results with them, excluding the question's
 * own.
 */
function telling({ state, ports }: RecallContext, { results, understanding }: RankedSet): string[] {
  const { index } = state;
  const own = new Set([...understanding.terms, ...understanding.nameTerms].map(({ term }) => term));
  const weights = new Map<string, { word: string; weight: number; teachers: number }>();
  for (const { memory, score } of results.slice(0, TEACHERS)) {
    const spelt = new Map(
      words(memory.content).map(({ text }) => [ports.stemmer(text, memory.language), text]),
    );
    for (const [term, word] of spelt) {
      const number = index.postings.numberOf(term);
      if (number < 0 || own.has(term)) continue;
      const known = weights.get(term) ?? { word, weight: 0, teachers: 0 };
      weights.set(term, {
        word: known.word,
        weight: known.weight + score * inverseDocumentFrequency(index, number),
        teachers: known.teachers + 1,
      });
    }
  }
  // A word in a single result is as likely off the subject as on it, unless there is only one
  // result.
  const enough = Math.min(2, results.length);
  return [...weights.values()]
    .filter(({ teachers }) => teachers >= enough)
    .sort((a, b) => b.weight - a.weight || a.word.localeCompare(b.word))
    .slice(0, TAUGHT)
    .map(({ word }) => word);
}
